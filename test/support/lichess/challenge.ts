import type { Color } from 'chessops/types';
import { Watched } from '../watched.ts';
import { type Account, isBot } from './account.ts';
import type { Round } from './round.ts';
import { perfName, type Setting, speedOf, startOf, variantJson } from './setting.ts';

/** Somebody wants to play. */

/** What is sent, and what comes back to the one who was declined: https://lichess.org/api#tag/Challenges */
export const DECLINE_REASONS = {
  generic: "I'm not accepting challenges at the moment.",
  later: 'This is not the right time for me, please ask again later.',
  tooFast: 'This time control is too fast for me, please challenge again with a slower game.',
  tooSlow: 'This time control is too slow for me, please challenge again with a faster game.',
  timeControl: "I'm not accepting challenges with this time control.",
  rated: 'Please send me a rated challenge instead.',
  casual: 'Please send me a casual challenge instead.',
  standard: "I'm not accepting variant challenges right now.",
  variant: "I'm not willing to play this variant right now.",
  noBot: "I'm not accepting challenges from bots.",
  onlyBot: "I'm only accepting challenges from bots.",
} as const;
export type DeclineReason = keyof typeof DECLINE_REASONS;

type ChallengeStatus = 'created' | 'offline' | 'canceled' | 'declined' | 'accepted';

interface ChallengeOptions {
  id: string;
  /** Nobody yet, where it is open to everybody. */
  from: Account | undefined;
  to: Account | undefined;
  setting: Setting;
  /** The challenger's. */
  color: Color | 'random';
  finalColor: Color;
  /** Its address without the id. */
  home: string;
}

export class Challenge extends Watched {
  readonly id: string;
  from: Account | undefined;
  readonly to: Account | undefined;
  readonly setting: Setting;
  readonly color: Color | 'random';
  finalColor: Color;
  readonly open: boolean;
  status: ChallengeStatus = 'created';
  reason: DeclineReason | undefined;
  /** Once it is accepted. */
  round: Round | undefined;
  onSettled = () => {};
  readonly #home: string;

  constructor({ id, from, to, setting, color, finalColor, home }: ChallengeOptions) {
    super();
    this.id = id;
    this.from = from;
    this.to = to;
    this.setting = setting;
    this.color = color;
    this.finalColor = finalColor;
    this.open = from === undefined;
    this.#home = home;
  }

  get pending(): boolean {
    return this.status === 'created';
  }

  settle(status: ChallengeStatus): void {
    this.status = status;
    this.onSettled();
    this.changed();
  }

  /** Once it is answered, withdrawn, or nobody cared for too long. */
  answered(ms?: number): Promise<this> {
    return this.until(() => (this.pending ? undefined : this), `the challenge ${this.id} is answered`, ms);
  }

  async accepted(ms?: number): Promise<Round> {
    const { status, reason, round } = await this.answered(ms);
    if (!round) throw new Error(`the challenge ${this.id} was not accepted but ${status} (${reason})`);
    return round;
  }

  json() {
    const { id, status, from, to, setting, color, finalColor, open } = this;
    const url = `${this.#home}/${id}`;
    return {
      id,
      url,
      status,
      challenger: from ? challengeUser(from) : null,
      destUser: to ? { ...challengeUser(to), online: true } : null,
      variant: variantJson(setting),
      rated: setting.rated,
      speed: speedOf(setting),
      timeControl: timeControl(setting),
      color,
      finalColor,
      // A letter of Lichess' own font, which takes three bytes.
      perf: { icon: '\ue017', name: perfName(setting) },
      ...(setting.fen !== undefined && { initialFen: startOf(setting) }),
      ...(this.reason && {
        declineReason: DECLINE_REASONS[this.reason],
        declineReasonKey: this.reason.toLowerCase(),
      }),
      ...(open && { open: {}, urlWhite: `${url}?color=white`, urlBlack: `${url}?color=black` }),
    };
  }

  /** Whether bots and boards can play it. */
  get compat() {
    return { bot: speedOf(this.setting) !== 'ultraBullet', board: !this.to || !isBot(this.to) };
  }
}

const challengeUser = ({ name, title, id, rating, provisional }: Account) => ({
  name,
  ...(title && { title }),
  id,
  rating,
  ...(provisional && { provisional }),
});

function timeControl({ clock, days }: Setting) {
  if (clock) {
    const { limit, increment } = clock;
    return { type: 'clock', limit, increment, show: `${limit / 60}+${increment}` };
  }
  return days === undefined ? { type: 'unlimited' } : { type: 'correspondence', daysPerTurn: days };
}
