import { count } from '../../../base/text.ts';
import { RATING } from '../../../chess/rating.ts';
import { DEPTHS, NODES, type PageData, THRESHOLDS, withNow } from '../../protocol.ts';
import { h } from '../dom.ts';
import { LABELS, thresholdText } from '../expected/expected-page.ts';

/** One value that can be asked for. */
interface Field {
  /** As the server calls it. */
  name: string;
  label: string;
  control: HTMLInputElement | HTMLSelectElement;
  /** As the server wants it; undefined: as it was. */
  value: () => number | undefined;
}

type DataOf<K extends PageData['kind']> = Extract<PageData, { kind: K }>;

/** All that can be others for this report. */
const fieldsOf = (data: PageData): Field[] => (data.kind === 'expected' ? positionFields(data) : reviewFields(data));

function positionFields({ report: { params } }: DataOf<'expected'>): Field[] {
  const { threshold, depth, loss, rating, opponentRating } = params;
  return [
    choiceField('threshold', LABELS.threshold, withNow(THRESHOLDS, threshold), threshold, thresholdText),
    choiceField('depth', LABELS.depth, withNow(DEPTHS, depth), depth, String),
    lossField(loss),
    ratingField('rating', LABELS.rating, rating),
    ratingField('opponentRating', LABELS.opponentRating, opponentRating),
  ];
}

function reviewFields({ report: { players, engine } }: DataOf<'review'>): Field[] {
  const ratings = [
    ratingField('white', "White's rating", players.white.rating),
    ratingField('black', "Black's rating", players.black.rating),
  ];
  // Without an engine the evaluations are those of the file.
  if (!engine) return ratings;
  const now = engine.limit.kind === 'nodes' ? engine.limit.nodes : undefined;
  const nodes = choiceField('nodes', 'Positions for each move', now ? withNow(NODES, now) : NODES, now, count);
  if (now === undefined) nodes.control.prepend(h('option', { value: '', selected: true }, 'as before'));
  return [...ratings, nodes];
}

function choiceField(
  name: string,
  label: string,
  choices: readonly number[],
  now: number | undefined,
  text: (value: number) => string,
): Field {
  const options = choices.map(value => h('option', { value, selected: value === now }, text(value)));
  return field(name, label, h('select', { name }, ...options));
}

const ratingField = (name: string, label: string, now: number): Field =>
  field(name, label, h('input', { name, type: 'number', ...RATING, step: 1, required: true, value: now }));

/** People think of it as per cent. */
function lossField(loss: number): Field {
  const now = Math.round(-1000 * loss) / 10;
  const bounds = { min: 0, max: 100, step: 'any', required: true };
  const { value, ...rest } = field(
    'loss',
    `${LABELS.loss}, %`,
    h('input', { name: 'loss', type: 'number', ...bounds, value: now }),
  );
  return { ...rest, value: () => 0 - (value() ?? 0) / 100 };
}

const field = (name: string, label: string, control: Field['control']): Field => ({
  name,
  label,
  control,
  value: () => (control.value === '' ? undefined : Number(control.value)),
});

/** The values to run with, by the names that the server knows. */
export type RunValues = Readonly<Record<string, number>>;

/** The parameters where there are engines: other values, and run again. */
export class RunForm {
  readonly element: HTMLFormElement;
  readonly #all: HTMLFieldSetElement;
  readonly #button = h('button', { class: 'primary' }, 'Run again');

  constructor(data: PageData, run: (wishes: RunValues) => void) {
    const fields = fieldsOf(data);
    this.#all = h(
      'fieldset',
      {},
      h('legend', { class: 'heard' }, 'How it was asked'),
      ...fields.map(({ label, control }) => h('label', {}, h('span', { class: 'field-name' }, label), control)),
      this.#button,
    );
    this.element = h(
      'form',
      {
        submit: event => {
          event.preventDefault();
          const values = fields.map(({ name, value }) => [name, value()] as const);
          run(Object.fromEntries(values.filter((entry): entry is [string, number] => entry[1] !== undefined)));
        },
      },
      this.#all,
    );
  }

  focus(): void {
    this.#button.focus();
  }

  /** Nothing can be changed while it runs. */
  set running(running: boolean) {
    this.#all.disabled = running;
  }
}
