#!/usr/bin/env node
import { systemReason } from '../base/fault.ts';
import { main } from './run.ts';

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough (`| head`) closes the pipe: that is no error.
    if (error.code === 'EPIPE') return;
    process.exitCode = 1;
    if (stream === process.stdout)
      process.stderr.write(`kibitz: the result cannot be written: ${systemReason(error)}.\n`);
  });

const code = await main(process.argv.slice(2));
process.exitCode ||= code;
