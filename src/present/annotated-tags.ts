import type { ReviewReport } from '../analysis/review/report.ts';

const ANNOTATOR = 'Kibitz';

type Tags = ReadonlyMap<string, string>;

/** How people write that they do not know. */
const isSaid = (value: string | undefined): value is string => value !== undefined && !/^[?\s-]*$/.test(value);

/** The tags with those of a review behind them. Where somebody else has named an opening, that stays. */
export function annotateTags(tags: Tags, { opening, players }: ReviewReport): Map<string, string> {
  const all = new Map(tags);
  // Without it some programs do not look at the position.
  if (isSaid(all.get('FEN')) && !all.has('SetUp')) all.set('SetUp', '1');
  const annotator = all.get('Annotator');
  if (!isSaid(annotator)) all.set('Annotator', ANNOTATOR);
  else if (!annotator.split(/, */).includes(ANNOTATOR)) all.set('Annotator', `${annotator}, ${ANNOTATOR}`);
  if (opening) {
    if (!isSaid(all.get('ECO'))) all.set('ECO', opening.eco);
    if (!isSaid(all.get('Opening'))) all.set('Opening', opening.name);
  }
  for (const [name, { accuracy }] of [
    ['WhiteAccuracy', players.white],
    ['BlackAccuracy', players.black],
  ] as const)
    if (accuracy !== null) all.set(name, accuracy.toFixed(1));
  return all;
}
