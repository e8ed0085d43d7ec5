/** A Dockerfile as data: its stages, and the steps of each. https://docs.docker.com/reference/dockerfile/ */

export interface Step {
  /** In capitals. */
  word: string;
  /** `--from=build` and the like, without the dashes. */
  flags: Readonly<Record<string, string>>;
  /** What comes after them. */
  text: string;
}

export interface Stage {
  /** What it begins with: an image, or another stage. */
  from: string;
  /** Undefined where nobody can refer to it. */
  name: string | undefined;
  steps: Step[];
}

const WORDS = ['ARG', 'CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'HEALTHCHECK', 'RUN', 'USER', 'VOLUME', 'WORKDIR'];

/** Everything has to be understood: what is not known here is refused. */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter(line => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const step = parseStep(line.trim());
    const stage = stages.at(-1);
    if (step.word === 'FROM') stages.push(parseStage(step.text));
    else if (stage && WORDS.includes(step.word)) stage.steps.push(step);
    else throw new Error(`Dockerfile: "${line}" is not understood.`);
  }
  return stages;
}

function parseStage(text: string): Stage {
  const [, from = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(text) ?? [];
  if (from === '') throw new Error(`Dockerfile: "FROM ${text}" is not understood.`);
  return { from, name, steps: [] };
}

function parseStep(line: string): Step {
  const [, word = '', dashed = '', text = ''] = /^(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.+)$/.exec(line) ?? [];
  const flags = Object.fromEntries(
    Array.from(dashed.matchAll(/--([\w-]+)=(\S+)/g), ([, key = '', value = '']) => [key, value]),
  );
  return { word: word.toUpperCase(), flags, text: text.replace(/\s+/g, ' ') };
}

export const stepsOf = ({ steps }: Stage, word: string): Step[] => steps.filter(step => step.word === word);

/** What is copied, and where to. */
export function copied({ text }: Step): { sources: string[]; target: string } {
  const words = text.split(' ');
  return { sources: words.slice(0, -1), target: words.at(-1) ?? '' };
}

/** `["node", "main.js"]`: started as it is, without a shell. */
export const wordsOf = ({ text }: Step): string[] => JSON.parse(text) as string[];

/** Of a HEALTHCHECK. */
export const checkOf = (step: Step): string[] => wordsOf({ ...step, text: step.text.replace(/^CMD /, '') });

/** All variables that the image has. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stepsOf(stage, 'ENV').flatMap(({ text }) => text.split(' ').map(pair => pair.split('=') as [string, string])),
  );

/** Whether a path of the project stays out of what is sent to be built; only plain names and stars are understood. */
export function ignores(dockerignore: string, path: string): boolean {
  const patterns = dockerignore.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  const parts = path.split('/');
  return patterns.some(pattern => {
    if (!/^[\w.*/-]+$/.test(pattern)) throw new Error(`.dockerignore: "${pattern}" is not understood.`);
    const start = parts.slice(0, pattern.split('/').length).join('/');
    return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(start);
  });
}
