/**
 * What Discord acts upon, wherever it stands in a text:
 * https://discord.com/developers/docs/reference#message-formatting, and what clients look for in the text as it was
 * sent.
 */
export const ACTIVE = [
  /@(everyone|here)/i,
  /<@[!&]?\d+>/,
  /<#\d+>/,
  /<a?:\w+:\d+>/,
  /<\/[^>]+:\d+>/,
  /<t:-?\d+(:\w)?>/,
  /<id:\w+>/,
  /\w+:\/\/\S/,
  /mailto:\S/i,
  /discord(app)?\.(gg|com)\/\w/i,
];
