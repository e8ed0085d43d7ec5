import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { backoffMs, keepOpen } from '../../base/backoff.ts';
import { type Deferred, deferred } from '../../base/deferred.ts';
import { cancelled, Fault, toFault } from '../../base/fault.ts';
import { plural } from '../../base/text.ts';
import { gameFrom } from '../../chess/game.ts';
import type { LichessClient } from '../../lichess/client.ts';
import { type EventGame, eventStream, type LichessEvent } from '../../lichess/play.ts';
import { fetchAccount } from '../../lichess/user.ts';
import { type AnalysisService, gameInput, type Progress } from '../../service/jobs.ts';
import type { Store } from '../../store/store.ts';
import { ChallengeQueue } from './challenge-queue.ts';
import { LichessGame } from './game.ts';
import type { FinishedGame, GameContext } from './game-info.ts';
import { SavedGames } from './saved-games.ts';
import type { LichessSettings } from './settings.ts';

export interface LichessBotOptions {
  /** With the token of a bot's account. */
  client: LichessClient;
  service: AnalysisService;
  store: Pick<Store, 'notes'>;
  log: Logger;
  settings: LichessSettings;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
  /** From 0 up to, but not including, 1. */
  random?: () => number;
  /** Called once for each game that is over. */
  afterGame?: (game: FinishedGame) => void;
  /** While Maia is downloaded, where that is needed. */
  onProgress?: (progress: Progress) => void;
}

/** Fetching the model is part of it. */
const WARM_UP_MS = 15 * 60_000;
/** Where each rating has a net of its own, any of them may be next. */
const NETS = [1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900];
/** For declining the challenges that wait when the bot closes. */
const CLOSE_MS = 2_000;
/** One try to open the stream; then it is tried anew, without the pauses growing for ever. */
const OPEN_MS = 8_000;
const MOST_FAILURES = 6;
/** After so many connections in a row that were closed soon and without a fault, another program uses the token. */
const RIVALRY = 3;
const RIVAL =
  'Lichess: the stream of events is closed again and again, as happens when another program uses this token; stop that one.';
const AGAIN_MS = 1_000;

/** Kibitz on Lichess: reads the events of its account, answers challenges, and plays. */
export class LichessBot {
  readonly #options: LichessBotOptions;
  readonly #closing = new AbortController();
  readonly #dismissed: Deferred<never> = deferred<never>();
  readonly #games = new Map<string, LichessGame>();
  readonly #savedGames: SavedGames;
  #challenges: ChallengeQueue | undefined;
  #context: GameContext | undefined;
  #listening: Promise<void> | undefined;
  #isConnected = false;

  constructor(options: LichessBotOptions) {
    this.#options = options;
    this.#savedGames = new SavedGames(options.store);
    setMaxListeners(0, this.#closing.signal); // every game listens to it
    this.#dismissed.promise.catch(() => undefined); // handled where `dismissed` is awaited
  }

  /** Rejects when Lichess no longer accepts the token. */
  get dismissed(): Promise<never> {
    return this.#dismissed.promise;
  }

  /** The ids of the games that are being played. */
  get games(): string[] {
    return [...this.#games.keys()];
  }

  /** Whether the stream of events is open. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  async start(): Promise<{ name: string }> {
    const { client, settings, log, service, sourceUrl, random = Math.random } = this.#options;
    const { signal } = this.#closing;
    const [{ id: me, name, title, games }] = await Promise.all([fetchAccount(client, { signal }), this.#warmUp()]);
    if (title !== 'BOT') throw noBot(name, games);
    this.#context = {
      client,
      service,
      log,
      settings,
      clock: client.clock,
      random,
      savedGames: this.#savedGames,
      me,
      sourceUrl,
    };
    this.#challenges = new ChallengeQueue({ client, settings, log, me, signal });
    // Lichess does not mention games that ended while the bot was not running.
    for (const id of this.#savedGames.ids) this.#play(id);
    this.#listening = this.#listen();
    return { name };
  }

  /** A clock does not wait for a model to be loaded. */
  async #warmUp(): Promise<void> {
    const { service, settings, onProgress } = this.#options;
    const { model } = settings;
    for (const rating of model === 'auto' ? NETS : [settings.usualRating])
      await service.run(
        {
          kind: 'maia',
          input: gameInput(gameFrom()),
          ...(model && { model }),
          params: { rating, opponentRating: rating, temperature: 1 },
          cache: false,
        },
        {
          ...{ priority: 'move', owner: 'lichess', signal: this.#closing.signal, deadlineMs: WARM_UP_MS },
          ...(onProgress && { onProgress }),
        },
      );
  }

  /** For as long as the bot lives. */
  async #listen(): Promise<void> {
    const { client, log } = this.#options;
    let closings = 0;
    const refusal = await keepOpen({
      ...{ clock: client.clock, signal: this.#closing.signal, connect: () => this.#readEvents() },
      pauseMs: failures => backoffMs(Math.min(failures, MOST_FAILURES)),
      onTrouble: (failures, fault) => {
        closings = fault || failures === 0 ? 0 : closings + 1;
        if (closings === RIVALRY) log.warn(RIVAL);
        else if (fault) log.info(`Lichess: the stream of events is opened anew: ${fault.message}`);
        else log.debug('Lichess: the stream of events has ended and is opened anew');
      },
    });
    if (refusal) this.#dismissed.reject(refusal);
  }

  /** One connection. Returns the fault if Lichess no longer accepts the token. */
  async #readEvents(): Promise<Fault | undefined> {
    const { signal } = this.#closing;
    try {
      const onOpen = () => {
        this.#isConnected = true;
      };
      const events = eventStream(this.#options.client, { signal, deadlineMs: OPEN_MS, onOpen });
      for await (const event of events) this.#handle(event);
      return undefined;
    } catch (error) {
      const fault = toFault(error);
      if (fault.code === 'lichess-refused') return fault;
      throw fault;
    } finally {
      this.#isConnected = false;
    }
  }

  async #pause(ms: number): Promise<void> {
    await this.#options.client.clock.sleep(ms, this.#closing.signal).catch(() => undefined); // closing
  }

  #handle(event: LichessEvent): void {
    switch (event.kind) {
      case 'gameStart':
        this.#begin(event.game);
        break;
      case 'gameFinish':
        void this.#games.get(event.game.gameId)?.check();
        break;
      case 'challenge':
        this.#challenges?.receive(event.challenge);
        break;
      case 'challengeCanceled':
      case 'challengeDeclined':
        this.#challenges?.withdrawn(event.challenge);
        break;
    }
  }

  #begin({ gameId, speed, opponent }: EventGame): void {
    this.#challenges?.begins(gameId, speed, opponent?.id);
    this.#play(gameId);
  }

  /** Lichess may announce a game several times; it is played once. */
  #play(id: string): void {
    if (!this.#context || this.#games.has(id)) return;
    const game = new LichessGame(id, this.#context, this.#closing.signal);
    this.#games.set(id, game);
    this.#savedGames.begins(id);
    void this.#follow(id, game);
  }

  async #follow(id: string, game: LichessGame): Promise<void> {
    const { log } = this.#options;
    try {
      const finished = await game.run();
      if (this.#closing.signal.aborted) return;
      this.#savedGames.forget(id);
      this.#games.delete(id);
      this.#challenges?.ends(id);
      if (finished) this.#tell(finished);
    } catch (error) {
      // A bug of ours is no reason to lose a game.
      log.error(error, `Lichess: something went wrong in ${id}, which is taken up again`);
      await this.#pause(AGAIN_MS);
      this.#games.delete(id);
      if (!this.#closing.signal.aborted) this.#play(id);
    }
  }

  #tell(finished: FinishedGame): void {
    const { log, afterGame } = this.#options;
    try {
      afterGame?.(finished);
    } catch (error) {
      log.error(error, `Lichess: what comes after ${finished.id} failed`);
    }
  }

  /** Games that are being played go on when the bot is started again. */
  async close(): Promise<void> {
    const { client } = this.#options;
    const enough = new AbortController();
    await Promise.race([
      this.#challenges?.close(),
      client.clock.sleep(CLOSE_MS, enough.signal).catch(() => undefined), // all are declined
    ]);
    enough.abort();
    this.#closing.abort(cancelled());
    await this.#listening;
  }
}

function noBot(name: string, games: number): Fault {
  const what =
    games > 0
      ? `has played ${plural(games, 'game')}, and Lichess makes bots only of accounts that have played none; create another one.`
      : 'is not a bot yet; make it one with "kibitz lichess upgrade".';
  return new Fault('bad-input', `LICHESS_TOKEN: the account ${name} ${what}`);
}
