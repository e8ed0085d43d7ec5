#!/usr/bin/env node
import { main } from './run.ts';

// A reader that has seen enough (`| head`) closes the pipe: not an error, there is just nobody left to tell.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

process.exitCode = await main(process.argv.slice(2));
