import type { Logger } from 'pino';
import { toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import { other } from '../../chess/position.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { answerDraw, answerTakeback, type GameState } from '../../lichess/play.ts';
import { isBetter } from '../glance.ts';
import { asksTakeback, offersDraw } from './board.ts';
import type { Facts } from './facts.ts';
import type { Memory } from './memory.ts';
import { glance, type MoveChooser } from './move-chooser.ts';
import { mayTakeDraw } from './policy.ts';
import type { LichessSettings } from './settings.ts';

interface RepliesOptions {
  client: LichessClient;
  log: Logger;
  settings: LichessSettings;
  mind: MoveChooser;
  memory: Memory;
  facts: Facts;
  signal: AbortSignal;
}

/** Somebody waits for an answer; after that they have forgotten what they asked. */
const ANSWER_MS = 5_000;
const GLANCE_MS = 3_000;

/** Answers what the opponent asks for: draws and takebacks. */
export class Replies {
  readonly #options: RepliesOptions;
  #draw: Promise<boolean> | undefined;
  #isAsked = false;

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /** Whether the draw that is offered now is taken. It never rejects. */
  get draw(): Promise<boolean> | undefined {
    return this.#draw;
  }

  hear(state: GameState, game: Game): void {
    const theirs = other(this.#options.facts.color);
    if (!offersDraw(state, theirs)) this.#draw = undefined;
    else this.#draw ??= this.#answerDraw(game);
    const asks = asksTakeback(state, theirs);
    if (asks && !this.#isAsked) void this.#answerTakeback();
    this.#isAsked = asks;
  }

  async #answerDraw(game: Game): Promise<boolean> {
    const { client, facts, signal } = this.#options;
    const takes = await this.#takesDraw(game);
    const done = await this.#try(() => answerDraw(client, facts.id, takes, { signal, deadlineMs: ANSWER_MS }));
    return takes && done;
  }

  async #takesDraw(game: Game): Promise<boolean> {
    const { settings, facts, mind, signal } = this.#options;
    if (!settings.draws || !mayTakeDraw(game.moves.length)) return false;
    const asking = { game, owner: `game ${facts.id}`, signal };
    const score = await glance(asking, mind, GLANCE_MS).catch(() => undefined); // the game is over
    return score !== undefined && !isBetter(score, facts.color);
  }

  /** Rated games are played as they are. */
  async #answerTakeback(): Promise<void> {
    const { client, facts, settings, memory, signal } = this.#options;
    const { takebacks } = memory.get(facts.id);
    const allows = !facts.rated && takebacks < settings.takebacks;
    if (allows) memory.put(facts.id, { takebacks: takebacks + 1 });
    await this.#try(() => answerTakeback(client, facts.id, allows, { signal, deadlineMs: ANSWER_MS }));
  }

  async #try(answer: () => Promise<void>): Promise<boolean> {
    const { log, facts, signal } = this.#options;
    try {
      await answer();
      return true;
    } catch (error) {
      if (!signal.aborted) log.info(`Lichess: an answer in ${facts.id} came too late: ${toFault(error).message}`);
      return false;
    }
  }
}
