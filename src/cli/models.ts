import { resolve } from 'node:path';
import type { Config } from '../app/config.ts';
import { Fault } from '../base/fault.ts';
import { findModel, type ModelEntry, readManifest } from '../engine/manifest.ts';
import { chooseModel, modelsOf } from '../engine/model-choice.ts';
import { inspectModel, type ModelState, pullModel } from '../engine/model-store.ts';
import type { Command, Context, Values } from './command.ts';
import { megabytes, table } from './terminal.ts';

export const command: Command = {
  usage: 'list | pull <id> | verify [id]',
  words: 2,
  options: {
    from: { value: 'path', help: 'With pull: take the files from here instead of from the network.' },
  },
  async run([action = 'list', id], { from }, context) {
    if (from !== undefined && action !== 'pull')
      throw new Fault('bad-input', 'from: only together with "models pull".');
    switch (action) {
      case 'list':
        if (id) throw new Fault('bad-input', `models list: "${id}" is one word too many.`);
        return list(context);
      case 'pull':
        if (!id) throw new Fault('bad-input', 'models pull: name a model; "kibitz models list" shows them.');
        return pull(sourced(findModel(id), from), context);
      case 'verify':
        return verify(id ? [findModel(id)] : await present(context.config), context);
      default:
        throw new Fault('bad-input', `models: "${action}" is not one of list, pull, verify.`);
    }
  },
};

/** With `--from`, those files are the only source. */
const sourced = (model: ModelEntry, from: Values[string]): ModelEntry =>
  typeof from === 'string' ? { ...model, sources: [{ kind: 'local', path: resolve(from) }] } : model;

const statesOf = (models: readonly ModelEntry[], { modelDir }: Config) =>
  Promise.all(models.map(async model => ({ ...model, state: await inspectModel(modelDir, model) })));

/** The models that are there, in whatever state, and the one that is used. */
async function present(config: Config): Promise<ModelEntry[]> {
  const needed = modelsOf(chooseModel(config.model)).map(({ id }) => id);
  const models = await statesOf(readManifest(), config);
  return models.filter(({ id, state }) => state.kind !== 'missing' || needed.includes(id));
}

const sizeOf = (model: ModelEntry): number => model.files.reduce((sum, { bytes }) => sum + bytes, 0);

const stateText = (state: ModelState): string => {
  if (state.kind === 'installed') return 'installed';
  return state.kind === 'missing' ? 'not installed' : `broken: ${state.reason}`;
};

async function list({ config, terminal }: Context): Promise<number> {
  const models = await statesOf(readManifest(), config);
  if (terminal.json) {
    terminal.printJson({ kind: 'models', folder: config.modelDir, models });
    return 0;
  }
  const rows = models.map(model => [
    model.id,
    model.name,
    megabytes(sizeOf(model)),
    model.license,
    `ratings ${[...new Set(model.ratings)].join('–')}`,
    stateText(model.state),
  ]);
  for (const row of table(rows)) terminal.print(row);
  terminal.print(terminal.style('dim', `in ${config.modelDir}`));
  return 0;
}

async function pull(model: ModelEntry, { config, terminal, signal }: Context): Promise<number> {
  await pullModel(config.modelDir, model, { onProgress: progress => terminal.download(progress), signal });
  if (terminal.json) terminal.printJson({ kind: 'pull', model: model.id, state: { kind: 'installed' } });
  else terminal.print(`${model.name} is installed in ${config.modelDir} and its files are as published.`);
  return 0;
}

async function verify(models: readonly ModelEntry[], { config, terminal }: Context): Promise<number> {
  const states = (await statesOf(models, config)).map(({ id, name, state }) => ({ id, name, state }));
  if (terminal.json) terminal.printJson({ kind: 'verify', folder: config.modelDir, models: states });
  else for (const { id, state } of states) terminal.print(`${id}: ${stateText(state)}`);
  return states.every(({ state }) => state.kind === 'installed') ? 0 : 1;
}
