import type { Color } from 'chessops/types';
import type { APISelectMenuOption } from 'discord-api-types/v10';
import type { IllusionBranch, InvestigationReport, Stop } from '../../../analysis/investigation/report.ts';
import { cut } from '../../../base/text.ts';
import { numberedLine } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import { resultWords, shortScore } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import {
  branchOf,
  branchScene,
  type InvestigationLook,
  investigationScene,
  startOf,
  type Way,
} from '../../../present/investigation-scenes.ts';
import { branchSentence, illusionSentence, investigationWords } from '../../../present/investigation-words.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { type Scene, SIZE } from '../../../render/scene.ts';
import {
  type Attachment,
  buttonRow,
  type ComponentRow,
  MAX_CONTENT,
  MAX_OPTIONS,
  menuRow,
  type Reply,
} from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';

/** An investigation as a message: all of it, or one branch. */

/** https://discord.com/developers/docs/components/reference */
const MAX_OPTION_TEXT = 100;

export const lookOf = ({ settings: { theme } }: Requester, side: Color | undefined): InvestigationLook => ({
  theme,
  size: SIZE.usual,
  ...(side && { orientation: side }),
});

async function picture(scene: Scene): Promise<Attachment> {
  const { png, alt } = await boardPicture(scene);
  return { name: 'board.png', bytes: png, alt };
}

export async function overview(
  id: string,
  report: InvestigationReport,
  lastMove: string | undefined,
  look: InvestigationLook,
  { voice }: Requester,
): Promise<Reply> {
  const { engine, params, model, problem, tree } = report;
  const sources = [
    ...(engine ? [voice.say('investigate.footer', { engine: engine.name, depth: params.deep })] : []),
    ...(model ? [voice.say('investigate.maia', { rating: params.rating })] : []),
    ...(problem ? [problem] : []),
  ];
  const lines = [...investigationWords(report, voice), ...(sources.length > 0 ? [`-# ${sources.join(' ')}`] : [])];
  return {
    content: cut(lines.join('\n'), MAX_CONTENT),
    files: [
      await picture(investigationScene(report, lastMove, look)),
      ...(tree.line.length > 0 ? [{ name: 'investigation.pgn', bytes: Buffer.from(report.pgn) }] : []),
    ],
    rows: menu({ id, voice }, 'branch', report, []),
  };
}

export async function showBranch(
  id: string,
  report: InvestigationReport,
  way: Way,
  look: InvestigationLook,
  { voice }: Requester,
): Promise<Reply> {
  const branch = branchOf(way);
  const start = startOf(report, way);
  const line = numberedLine(
    start,
    branch.line.map(({ san }) => san),
  );
  const sentence =
    way.length === 1 ? illusionSentence(branch, report, { voice }) : branchSentence(branch, start, voice);
  const { stop, instead } = branch;
  // After the answer, if there is one, it is the player's move again.
  const turn = branch.line.length > 1 ? report.player : other(report.player);
  const lines = [
    `**${sentence}**`,
    voice.say('investigate.line', { line }),
    voice.say('investigate.instead', { move: instead.san, score: shortScore(instead.score, voice) }),
    ...(stop ? [`-# ${stopWords(stop, turn, report, voice)}`] : []),
  ];
  const path = pathOf(report, way);
  return {
    content: cut(lines.join('\n'), MAX_CONTENT),
    files: [await picture(branchScene(report, way, look))],
    rows: [
      ...menu({ id, voice }, 'branch', report, [], path[0]),
      ...menu({ id, voice }, 'next', report, path),
      buttonRow({ label: voice.say('button.back'), id: { kind: 'view', report: id, state: 'first' } }),
    ],
  };
}

/** Why a branch is not followed any further; the PGN has the numbers. */
function stopWords(
  { reason, ending }: Stop,
  turn: Color,
  { params, player }: InvestigationReport,
  voice: Voice,
): string {
  switch (reason) {
    case 'd2_eval_below_original':
      return voice.say(`investigate.stop.${reason}`, { side: voice.say(`color.${player}`) });
    case 'depth_limit':
      return voice.say(`investigate.stop.${reason}`, { levels: params.levels });
    case 'game_over':
      return ending ? `${resultWords(ending, turn, voice)}.` : voice.say(`investigate.stop.${reason}`);
    default:
      return voice.say(`investigate.stop.${reason}`);
  }
}

/** Places among their siblings, from the root on. */
type Path = readonly number[];

const STATE = /^b(-\d{1,2}){1,5}$/;
const makeState = (path: Path): string => ['b', ...path].join('-');

const siblings = ({ tree }: InvestigationReport, path: Path): readonly IllusionBranch[] =>
  path.reduce<readonly IllusionBranch[]>((branches, index) => branches[index]?.branches ?? [], tree.branches);

/** Undefined for what is no branch of this report. */
export function readWay(report: InvestigationReport, state: string): Way | undefined {
  if (!STATE.test(state)) return undefined;
  const path = state.split('-').slice(1).map(Number);
  const way = path.map((index, level) => siblings(report, path.slice(0, level))[index]);
  const [first, ...rest] = way.flatMap(branch => (branch ? [branch] : []));
  return first && way.length === rest.length + 1 ? [first, ...rest] : undefined;
}

const pathOf = (report: InvestigationReport, way: Way): Path =>
  way.map((branch, level) => (level === 0 ? report.tree.branches : (way[level - 1]?.branches ?? [])).indexOf(branch));

interface ReplyContext {
  id: string;
  voice: Voice;
}

const PLACEHOLDERS = { branch: 'investigate.menu', next: 'investigate.next' } as const;

/** The branches at one place; none where there are none. */
function menu(
  { id, voice }: ReplyContext,
  name: keyof typeof PLACEHOLDERS,
  report: InvestigationReport,
  path: Path,
  chosen?: number,
): ComponentRow[] {
  const options = siblings(report, path)
    .slice(0, MAX_OPTIONS)
    .map(
      (branch, index): APISelectMenuOption => ({
        ...optionOf(branch, report, path.length === 0, voice),
        value: makeState([...path, index]),
        default: index === chosen,
      }),
    );
  if (options.length === 0) return [];
  return [menuRow({ kind: 'pick', report: id, menu: name }, voice.say(PLACEHOLDERS[name]), options)];
}

/** `Qxb7`, and `+1.2 at depth 2, -6.1 at depth 16; 64 % play it` */
function optionOf(
  { illusion }: IllusionBranch,
  { params, people }: InvestigationReport,
  isFirst: boolean,
  voice: Voice,
) {
  const share = isFirst ? people?.[illusion.uci] : undefined;
  const [shallow, deep] = [shortScore(illusion.shallow, voice), shortScore(illusion.deep, voice)];
  const looks = { shallow, deep, quick: params.shallow, depth: params.deep };
  const description =
    share === undefined
      ? voice.say('investigate.option', looks)
      : voice.say('investigate.option-played', { ...looks, share: voice.share(share) });
  return { label: cut(illusion.san, MAX_OPTION_TEXT), description: cut(description, MAX_OPTION_TEXT) };
}
