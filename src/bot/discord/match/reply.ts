import type { Color } from 'chessops/types';
import type { MatchEnd } from '../../../analysis/match/game.ts';
import type { PlayedPairing } from '../../../analysis/match/pairings.ts';
import { MATCH_DEFAULTS } from '../../../analysis/match/params.ts';
import type { MatchSummary } from '../../../analysis/match/summary.ts';
import type { GameResult } from '../../../chess/game.ts';
import { nameOf, resultWords } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { CustomId } from '../core/custom-id.ts';
import { buttonRow, type ComponentRow, type PlainButton, type Reply } from '../core/reply.ts';

/** A match that is over, as it is kept and shown: its result, and its games page by page. */

export interface MatchReport {
  kind: 'match';
  version: 1;
  summary: MatchSummary;
  engine: string;
  model: string;
  /** All games. */
  pgn: string;
  games: MatchLine[];
}

/** A game in a line. */
export interface MatchLine {
  number: number;
  maia: Color;
  opening: string;
  result: GameResult;
  by: MatchEnd;
  moves: number;
}

export const matchLine = ({ number, maia, opening, report }: PlayedPairing): MatchLine => ({
  ...{ number, maia, opening: opening.name, result: report.result, by: report.by },
  moves: Math.ceil(report.moves.length / 2),
});

interface MatchTitle {
  rating: number;
  elo: number;
  temperature: number;
}

const PAGE = 20;
const GAMES = /^games(\d{1,3})$/;

/** A state that is no page of games, such as the empty one at first, shows the result. */
export function matchShown(id: string, report: MatchReport, title: MatchTitle, state: string, voice: Voice): Reply {
  // Matches that were kept before games were listed have none.
  const { games = [] } = report;
  const pages = Math.ceil(games.length / PAGE);
  const asked = Number(GAMES.exec(state)?.[1] ?? 0);
  const page = asked > pages ? 0 : asked;
  const rows = pages === 0 ? [] : [pageRow(id, page, pages, voice)];
  const lines = [`**${voice.say('match.title', { rating: title.rating, elo: title.elo })}**`];
  if (page === 0) return resultShown(report, title, lines, rows, voice);
  const listed = games.slice((page - 1) * PAGE, page * PAGE).map(game => lineText(game, voice));
  return { content: [...lines, ...listed].join('\n'), rows };
}

function resultShown(
  report: MatchReport,
  title: MatchTitle,
  head: string[],
  rows: ComponentRow[],
  voice: Voice,
): Reply {
  const { summary, engine, model, pgn } = report;
  const { temperature } = title;
  const lines = [
    ...head,
    voice.say('match.score', { games: summary.games, score: scoreOf(summary) }),
    ...strengthWords(summary, voice),
    `-# ${voice.say('match.foot', { engine, model, nodes: MATCH_DEFAULTS.nodes, temperature })}`,
  ];
  return { content: lines.join('\n'), files: [{ name: 'match.pgn', bytes: Buffer.from(pgn) }], rows };
}

/** From the result to the games, and from page to page. */
function pageRow(id: string, page: number, pages: number, voice: Voice): ComponentRow {
  const to = (state: string): CustomId => ({ kind: 'view', report: id, state });
  const at = (next: number) => to(next === 0 ? 'first' : `games${next}`);
  if (page === 0) return buttonRow({ label: voice.say('button.games'), id: at(1) });
  const steps: PlainButton[] = [
    ...(page > 1 ? [{ label: voice.say('button.previous-page'), id: at(page - 1) }] : []),
    ...(page < pages ? [{ label: voice.say('button.next-page'), id: at(page + 1) }] : []),
  ];
  return buttonRow(...steps, { label: voice.say('button.result'), id: at(0) });
}

function lineText({ number, maia, opening, result, by, moves }: MatchLine, voice: Voice): string {
  const loser: Color = result === '1-0' ? 'black' : 'white';
  const end = by === 'length' ? voice.say('match.length') : resultWords(by, loser, voice);
  return voice.say('match.game', { number, opening, maia: nameOf(maia, voice), end, moves });
}

export const scoreOf = ({ levels: [level] }: MatchSummary): string =>
  level ? `+${level.wins} =${level.draws} -${level.losses}` : '';

function strengthWords({ strength }: MatchSummary, voice: Voice): string[] {
  if (!strength) return [];
  const [elo, low, high] = [strength.elo, strength.low, strength.high].map(one => String(Math.round(one)));
  if (elo === undefined || low === undefined || high === undefined) return [];
  if (strength.beyond === 'above') return [voice.say('match.above', { low })];
  if (strength.beyond === 'below') return [voice.say('match.below', { high })];
  return [voice.say('match.strength', { elo, low, high })];
}
