import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from './in-process.ts';

const script = async (shell: string) => (await run('completion', shell)).out;

describe('kibitz completion', () => {
  const hasBash = ['/bin/bash', '/usr/bin/bash'].some(path => existsSync(path));
  it.runIf(hasBash)('completes commands, their words and their options in bash', async () => {
    const ask = `${await script('bash')}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kibitz; echo "\${COMPREPLY[*]}"`;
    const completed = (...words: string[]) =>
      execFileSync('bash', ['--norc', '-c', ask, 'bash', 'kibitz', ...words], { encoding: 'utf8' }).trim();
    expect(completed('re')).toBe('review render');
    expect(completed('--json', 'rev')).toBe('review');
    expect(completed('-')).toBe('--json -q --quiet');
    expect(completed('eval', '--m')).toBe('--moves --multipv');
    expect(completed('eval', 'startpos', '--no')).toBe('--no-cache --nodes');
    expect(completed('models', '')).toBe('list pull verify');
    expect(completed('completion', '')).toBe('bash zsh fish');
    expect(completed('help', 'ma')).toBe('maia match');
    expect(completed('review', '')).toBe(''); // names of files
  });

  it('describes every command and option in zsh and fish', async () => {
    const zsh = await script('zsh');
    expect(zsh).toContain("'eval:What Stockfish thinks of a position.'");
    expect(zsh).toMatch(/^ +models\) _arguments '--from\[With pull\\: .*' '\*:word:\(list pull verify\)' ;;$/m);
    expect(zsh).toMatch(
      /^ +review\) .*'--depth\[[^']*\]:value:_files' .*'-q\[No progress\.\]' .*'\*:file:_files' ;;$/m,
    );
    const fish = await script('fish');
    expect(fish).toContain("complete -c kibitz -f -n __fish_use_subcommand -a backup -d 'Copies what people have left");
    expect(fish).toContain("complete -c kibitz -n '__fish_seen_subcommand_from render' -s o -l output -r -d 'Where");
    expect(fish).toContain("complete -c kibitz -n '__fish_seen_subcommand_from models' -f -a verify");
  });

  it.each([
    ['', 'name the shell, one of bash, zsh, fish.'],
    ['tcsh', '"tcsh" is not one of bash, zsh, fish.'],
    ['constructor', '"constructor" is not one of bash, zsh, fish.'],
  ])('knows no shell "%s"', async (shell, sentence) => {
    expect(await run('completion', shell)).toEqual({
      ...{ code: 2, out: '' },
      err: `kibitz: completion: ${sentence}\n`,
    });
  });
});
