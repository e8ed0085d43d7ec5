import { toFault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import { other } from '../../chess/position.ts';
import { answerDraw, answerTakeback, type GameState } from '../../lichess/play.ts';
import { isBetter } from '../glance.ts';
import { mayTakeDraw } from './draw-resign.ts';
import { asksTakeback, type GamePartOptions, offersDraw } from './game-info.ts';
import { glance } from './move-chooser.ts';

/** For the reply: a later one is of no use to the opponent. */
const ANSWER_MS = 5_000;
const GLANCE_MS = 3_000;

/** Replies to the opponent's draw offers and takeback requests. */
export class OfferReplies {
  readonly #options: GamePartOptions;
  #draw: Promise<boolean> | undefined;
  #isAsked = false;

  constructor(options: GamePartOptions) {
    this.#options = options;
  }

  /** Whether the draw that is offered now is taken. It never rejects. */
  get draw(): Promise<boolean> | undefined {
    return this.#draw;
  }

  hear(state: GameState, game: Game): void {
    const theirs = other(this.#options.info.color);
    if (!offersDraw(state, theirs)) this.#draw = undefined;
    else this.#draw ??= this.#answerDraw(game);
    const asks = asksTakeback(state, theirs);
    if (asks && !this.#isAsked) void this.#answerTakeback();
    this.#isAsked = asks;
  }

  async #answerDraw(game: Game): Promise<boolean> {
    const { client, info, signal } = this.#options;
    const takes = await this.#takesDraw(game);
    const done = await this.#try(() => answerDraw(client, info.id, takes, { signal, deadlineMs: ANSWER_MS }));
    return takes && done;
  }

  async #takesDraw(game: Game): Promise<boolean> {
    const { settings, info, signal } = this.#options;
    if (!settings.draws || !mayTakeDraw(game.moves.length)) return false;
    const asking = { game, owner: `game ${info.id}`, signal };
    const score = await glance(asking, this.#options, GLANCE_MS).catch(() => undefined); // the game is over
    return score !== undefined && !isBetter(score, info.color);
  }

  /** Rated games are played as they are. */
  async #answerTakeback(): Promise<void> {
    const { client, info, settings, savedGames, signal } = this.#options;
    const { takebacks } = savedGames.get(info.id);
    const allows = !info.rated && takebacks < settings.takebacks;
    if (allows) savedGames.put(info.id, { takebacks: takebacks + 1 });
    await this.#try(() => answerTakeback(client, info.id, allows, { signal, deadlineMs: ANSWER_MS }));
  }

  async #try(answer: () => Promise<void>): Promise<boolean> {
    const { log, info, signal } = this.#options;
    try {
      await answer();
      return true;
    } catch (error) {
      if (!signal.aborted) log.info(`Lichess: an answer in ${info.id} came too late: ${toFault(error).message}`);
      return false;
    }
  }
}
