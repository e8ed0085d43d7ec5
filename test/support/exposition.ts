/** What Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  type: string;
  help: string;
  samples: Sample[];
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const NUMBER = /^([+-]?(\d+(\.\d+)?(e[+-]?\d+)?|inf)|nan)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
/** What a histogram adds to its name. */
const PARTS = /_(bucket|sum|count)$/;

/** Every line has to be understood. */
export function parseExposition(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  const family = (name: string): Family => {
    const known = families.get(name) ?? { type: '', help: '', samples: [] };
    families.set(name, known);
    return known;
  };
  for (const line of text.split('\n').filter(Boolean)) {
    const [, what, about = '', rest = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (what === 'HELP') family(about).help = rest;
    else if (what === 'TYPE') family(about).type = rest;
    else {
      const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const owner = families.get(name) ?? families.get(name.replace(PARTS, ''));
      if (!owner || !NUMBER.test(value)) throw new Error(`not a line of an exposition: ${line}`);
      const read = Object.fromEntries(Array.from(labels.matchAll(LABEL), ([, key = '', word = '']) => [key, word]));
      owner.samples.push({ name, labels: read, value: Number(value) });
    }
  }
  return families;
}

/** The sum of all samples of that name that have these labels. */
export function sumOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const samples = (families.get(name) ?? families.get(name.replace(PARTS, '')))?.samples ?? [];
  const found = samples.filter(
    sample => sample.name === name && Object.entries(labels).every(([key, word]) => sample.labels[key] === word),
  );
  if (found.length === 0) throw new Error(`there is no ${name} with ${JSON.stringify(labels)}`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

/** What must not fall, by name and labels. */
export function countsIn(families: Map<string, Family>): Map<string, number> {
  const counting = [...families.values()].filter(({ type }) => type === 'counter' || type === 'histogram');
  return new Map(
    counting.flatMap(({ samples }) =>
      samples.map(({ name, labels, value }): [string, number] => [`${name}${JSON.stringify(labels)}`, value]),
    ),
  );
}
