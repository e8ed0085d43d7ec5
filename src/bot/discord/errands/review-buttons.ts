import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType } from 'discord.js';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { other } from '../../../chess/position.ts';
import { type CustomId, makeCustomId } from '../custom-id.ts';
import type { Row } from '../reply.ts';
import type { Voice } from '../strings/voice.ts';
import { mistakesOf } from './review-mistakes.ts';
import { makeState, type ReviewPage, type ReviewState } from './review-state.ts';

type Button = APIButtonComponentWithCustomId;

/** The ways from what is shown of a review to the rest of it. */
export function reviewRows(id: string, report: ReviewReport, state: ReviewState, voice: Voice): Row[] {
  // Where nothing has happened there is nothing else to see.
  if (report.plies.length === 0) return [];
  const { page, side } = state;
  const to = (next: ReviewPage, from = side): CustomId => ({
    kind: 'view',
    report: id,
    state: makeState({ page: next, side: from }),
  });
  const flip = button(voice.say('button.flip'), to(page, other(side)));
  const back = button(voice.say('button.back'), to({ kind: 'summary' }));
  const gif = button(voice.say('button.gif'), to({ kind: 'gif' }));
  const paging = pagingFor(id, report, state, voice, to);
  switch (page.kind) {
    case 'summary':
      return [rowOf([...paging, gif])];
    case 'gif':
      return [rowOf([flip, back])];
    case 'move': {
      const wish: CustomId = { kind: 'run', report: id, errand: 'investigate', wish: String(page.ply) };
      return [rowOf([...paging, flip, button(voice.say('button.investigate'), wish), back])];
    }
  }
}

/** Both always, so that whoever presses one again and again need not look for it. */
function pagingFor(
  id: string,
  report: ReviewReport,
  { page }: ReviewState,
  voice: Voice,
  to: (page: ReviewPage) => CustomId,
): Button[] {
  const plies = mistakesOf(report).map(({ ply }) => ply);
  if (plies.length === 0) return [];
  const at = page.kind === 'move' ? page.ply : 0;
  const step = (label: string, ply: number | undefined, nowhere: string): Button =>
    ply === undefined
      ? { ...button(label, { kind: 'view', report: id, state: nowhere }), disabled: true }
      : button(label, to({ kind: 'move', ply }));
  return [
    step(
      voice.say('button.previous-mistake'),
      plies.findLast(ply => ply < at),
      'none-before',
    ),
    step(
      voice.say('button.next-mistake'),
      plies.find(ply => ply > at),
      'none-after',
    ),
  ];
}

const button = (label: string, id: CustomId): Button => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: makeCustomId(id),
});

const rowOf = (components: Button[]): Row => ({ type: ComponentType.ActionRow, components });
