import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  copied,
  environmentOf,
  ignores,
  parseDockerfile,
  type Stage,
  type Step,
  stepsOf,
  wordsOf,
} from './dockerfile.ts';
import { PATH, type User } from './unprivileged.ts';

/**
 * A stand-in for the image, where there is no container engine: the steps of the Dockerfile are done as they stand there, with
 * a folder for each stage in the place of its root. What is installed by apt-get has to be on this machine.
 */

export interface Image {
  /** What `/` is in the container. */
  root: string;
  stage: Stage;
  environment: Record<string, string>;
  /** Where it starts. */
  workdir: string;
}

export interface BuildOptions {
  project: string;
  folder: string;
  user: User;
  /** Where the models may lie already; what is there is not fetched. */
  models: string;
  say: (text: string) => void;
}

const STEP_MS = 300_000;

export function buildImage(options: BuildOptions): Image {
  const stages = parseDockerfile(readFileSync(join(options.project, 'Dockerfile'), 'utf8'));
  const built = new Map<string, Building>();
  for (const [index, stage] of stages.entries()) {
    const building = new Building(stage, join(options.folder, stage.name ?? `stage${index}`), options, built);
    building.run();
    if (stage.name) built.set(stage.name, building);
    if (index === stages.length - 1) return building.image();
  }
  throw new Error('Dockerfile: there is no stage.');
}

/** One stage while it is built. */
class Building {
  readonly #stage: Stage;
  readonly #root: string;
  readonly #options: BuildOptions;
  readonly #others: ReadonlyMap<string, Building>;
  #workdir = '/';

  constructor(stage: Stage, root: string, options: BuildOptions, others: ReadonlyMap<string, Building>) {
    this.#stage = stage;
    this.#root = root;
    this.#options = options;
    this.#others = others;
    mkdirSync(root, { recursive: true });
  }

  run(): void {
    for (const step of this.#stage.steps) this.#do(step);
  }

  image(): Image {
    return {
      ...{ root: this.#root, stage: this.#stage, workdir: this.within(this.#workdir) },
      environment: environmentOf(this.#stage),
    };
  }

  /** A path of the container as one of this machine. */
  within(path: string): string {
    return join(this.#root, resolve(this.#workdir, path));
  }

  #do(step: Step): void {
    if (step.word === 'WORKDIR') {
      this.#workdir = step.text;
      mkdirSync(this.within('.'), { recursive: true });
    } else if (step.word === 'COPY') this.#copy(step);
    else if (step.word === 'RUN') this.#run(step);
  }

  #copy(step: Step): void {
    const { project, say } = this.#options;
    const { sources, target } = copied(step);
    const { from } = step.flags;
    say(`COPY ${step.text}${from ? ` (of ${from})` : ''}`);
    const other = from === undefined ? undefined : this.#others.get(from);
    if (from !== undefined && !other) throw new Error(`Dockerfile: there is no stage ${from}.`);
    const ignored = readFileSync(join(project, '.dockerignore'), 'utf8');
    for (const source of sources) {
      if (!other && ignores(ignored, source)) throw new Error(`.dockerignore keeps ${source} out.`);
      const path = other ? other.within(source) : join(project, source);
      const place = target.endsWith('/') ? join(target, basename(source)) : target;
      if (other) linkTree(path, this.within(place));
      else cpSync(path, this.within(place), { recursive: true, verbatimSymlinks: true });
    }
  }

  #run({ text }: Step): void {
    const { say, models, user } = this.#options;
    if (text.startsWith('apt-get ')) return requirePrograms(text, say);
    say(`RUN ${text}`);
    const model = / models pull (\S+)$/.exec(text)?.[1];
    if (model && existsSync(join(models, model))) {
      say(`  with what is in ${models}`);
      cpSync(join(models, model), this.within(join(MODELS, model)), { recursive: true });
    }
    const command = this.#here(text).replaceAll('node:node', `${user.uid}:${user.gid}`);
    const env = {
      ...process.env,
      PATH,
      ...environmentOf(this.#stage),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
    const { status, error } = spawnSync('sh', ['-ec', command], {
      ...{ cwd: this.within('.'), env, timeout: STEP_MS, stdio: ['ignore', 'inherit', 'inherit'] as const },
    });
    if (status !== 0) throw new Error(`"${text}" failed (${error?.message ?? `code ${status}`}).`);
  }

  /** What a command says of the container's root is meant for the stand-in's. */
  #here(text: string): string {
    return text.replace(/(^|[\s=])(\/[\w/]+)/g, (_, before: string, path: string) => before + this.within(path));
  }
}

const MODELS = '/models';

/** The same files once more, without their bytes. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-al', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}

/** Of a Debian package, whatever program there is by the same name. */
function requirePrograms(text: string, say: BuildOptions['say']): void {
  const packages = /install (?:-\S+ )*([\w -]+?) *(?:&&|$)/.exec(text)?.[1]?.split(' ') ?? [];
  for (const name of packages) {
    const found = spawnSync('sh', ['-c', `command -v ${name} || command -v /usr/games/${name}`], {
      env: { PATH },
      encoding: 'utf8',
    }).stdout.trim();
    say(`apt-get install ${name}: ${found || 'not on this machine, done without'}`);
  }
}

/** The entry point, without what is not on this machine. */
export function entryPoint({ stage }: Image): string[] {
  const words = stepsOf(stage, 'ENTRYPOINT').flatMap(wordsOf);
  const isThere = spawnSync('sh', ['-c', `command -v ${words[0]}`]).status === 0;
  return isThere ? words : words.slice(words.indexOf('--') + 1);
}
