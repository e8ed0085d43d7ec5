import { z } from 'zod';
import { type PlayedPairing, pairings } from '../../../analysis/match/pairings.ts';
import { DISCORD_MATCH, MATCH_DEFAULTS, PARAMETERS } from '../../../analysis/match/params.ts';
import { type MatchResult, type MatchSummary, summarize } from '../../../analysis/match/summary.ts';
import { Fault } from '../../../base/fault.ts';
import { pack } from '../../../base/json.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import { type MatchConditions, matchPgn } from '../../../present/match.ts';
import { type MatchWishes, playMatch } from '../../../service/batches.ts';
import { rating, within } from '../../../service/jobs.ts';
import type { ReportHandler, Session, SlashCommand } from '../core/context.ts';
import { described, fractionOption, wholeOption } from '../core/description.ts';
import { progressBar } from '../core/sentences.ts';
import { type MatchReport, matchLine, matchShown, scoreOf } from './reply.ts';

/** Maia against Stockfish, for the owners of the bot; the jobs of users go first. */

const matchQuestion = z.object({
  games: within(DISCORD_MATCH.games),
  elo: within(DISCORD_MATCH.elo),
  rating,
  temperature: within(DISCORD_MATCH.temperature),
});
type MatchQuestion = z.infer<typeof matchQuestion>;

/** A game takes seconds, but the jobs of users go first. */
const GAME_DEADLINE_MS = 60 * 60_000;

export const matchHandler: ReportHandler<MatchQuestion> = {
  kind: 'match',
  question: matchQuestion,
  async run(question, session, context, requester) {
    // Here and not in the command: every user can press a button to run it again.
    if (!context.limits.isOwner(requester.user)) throw new Fault('bad-input', session.voice.say('match.owners'));
    const played: PlayedPairing[] = [];
    const plan = pairings({ games: question.games, elos: [question.elo] });
    const wishes = wishesOf(question);
    await playMatch(plan, wishes, context.service, {
      ...{ owner: `discord:${requester.user}`, priority: 'background', deadlineMs: GAME_DEADLINE_MS },
      ...{ meter: session.meter, signal: session.signal },
      onGame: game => {
        played.push(game);
        showProgress(session, summarize(played.map(resultOf)), question.games);
      },
    });
    const [first] = played;
    if (!first) throw new Fault('internal', 'a match without games');
    const { engine, model } = first.report;
    const conditions: MatchConditions = { model, ...wishes };
    played.sort((a, b) => a.number - b.number);
    const pgn = played.map(game => matchPgn(game, conditions, context.now())).join('\n');
    const report: MatchReport = {
      ...{ kind: 'match', version: 1, summary: summarize(played.map(resultOf)), engine, model, pgn },
      games: played.map(matchLine),
    };
    // A line for each game, and their moves: that is packed in a moment.
    return pack(report);
  },
  async show(id, { report, question }, state, { voice }) {
    return matchShown(id, report as MatchReport, matchQuestion.parse(question), state, voice);
  },
};

const wishesOf = ({ rating, temperature }: MatchQuestion): MatchWishes => ({
  ...{ rating, opponentRating: rating, temperature, topP: MATCH_DEFAULTS.topP },
  limit: { kind: 'nodes', nodes: MATCH_DEFAULTS.nodes },
  seed: Math.floor(Math.random() * 1e9),
  // A user's job waits for one game at the most.
  concurrency: 1,
});

const resultOf = ({ report: { result, by }, elo, number, maia }: PlayedPairing): MatchResult => ({
  ...{ elo, number, maia, result, by },
});

function showProgress(session: Session, summary: MatchSummary, total: number): void {
  const { voice } = session;
  const score = voice.say('match.progress', { done: summary.games, total, score: scoreOf(summary) });
  session.show({ content: `${score}\n${progressBar(summary.games / total, voice)}` });
}

export const matchCommand: SlashCommand = {
  description: described(
    'match',
    wholeOption(optionWords('match', 'games'), DISCORD_MATCH.games),
    wholeOption(optionWords('match', 'elo'), DISCORD_MATCH.elo),
    wholeOption(optionWords('match', 'rating'), PARAMETERS.rating),
    fractionOption(optionWords('match', 'temperature'), DISCORD_MATCH.temperature),
  ),
  run({ options }, session) {
    return session.report(matchHandler, {
      games: options.getInteger('games') ?? MATCH_DEFAULTS.games,
      elo: options.getInteger('elo') ?? MATCH_DEFAULTS.elo,
      rating: options.getInteger('rating') ?? MATCH_DEFAULTS.rating,
      temperature: options.getNumber('temperature') ?? MATCH_DEFAULTS.temperature,
    });
  },
};
