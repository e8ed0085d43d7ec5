import { COLORS, type Color } from 'chessops/types';
import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { ReviewReport } from '../../../analysis/review/report.ts';
import { capital, cut, isolated } from '../../../base/text.ts';
import { nameOf } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { momentsTitle, namesOf } from '../../../present/review-game.ts';
import { playerRows, reviewWords, sourceWords } from '../../../present/review-words.ts';
import { escapeMarkdown, escapeSentence } from '../core/escape-markdown.ts';

/**
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits: 1024 in a field. All of it together
 * stays below the 6000 that embeds may have, whatever the players are called.
 */
const LONGEST = { sentence: 500, field: 1024, name: 60, footer: 800 };

const sentence = (text: string): string => escapeSentence(text, LONGEST.sentence);

/** A whole review in words, with room for its picture. */
export function summaryEmbed(report: ReviewReport, picture: string | undefined, voice: Voice): APIEmbed {
  const { headline, phases, clock, moments, praise, lessons } = reviewWords(report, voice);
  const numbered = moments.map((moment, index) => `**${index + 1}** · ${sentence(moment)}`);
  const footer = sourceWords(report, voice).map(line => `${line}.`);
  return {
    description: `**${sentence(headline)}**`,
    fields: [
      ...COLORS.flatMap(color => playerField(report, color, voice)),
      ...field(voice.say('review.phases'), phases.map(sentence)),
      ...field(momentsTitle(report, voice), [...clock.map(sentence), ...numbered, ...praise.map(sentence)]),
      ...field(voice.say('review.lessons'), lessons.map(sentence)),
    ],
    ...(picture && { image: { url: `attachment://${picture}` } }),
    ...(footer.length > 0 && { footer: { text: cut(footer.join(' '), LONGEST.footer) } }),
  };
}

/** Beside each other where there is room, below each other on a phone. */
function playerField(report: ReviewReport, color: Color, voice: Voice): APIEmbedField[] {
  const rows = playerRows(report, voice);
  if (rows.length === 0) return [];
  const [name, side] = [namesOf(report, voice)[color], nameOf(color, voice)];
  return [
    {
      name: name === side ? side : `${isolated(escapeMarkdown(name, LONGEST.name))} (${side})`,
      value: rows.map(row => `${capital(row.name)}: **${row[color]}**`).join('\n'),
      inline: true,
    },
  ];
}

/** As many lines as fit, the first ones first; no field where there is nothing to say. */
function field(name: string, lines: readonly string[]): APIEmbedField[] {
  let value = '';
  for (const line of lines) {
    const longer = value === '' ? line : `${value}\n${line}`;
    if (longer.length > LONGEST.field) break;
    value = longer;
  }
  return value === '' ? [] : [{ name, value }];
}
