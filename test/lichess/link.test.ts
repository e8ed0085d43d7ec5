import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLink, type LichessLink, makeLink, parseLink } from '../../src/lichess/link.ts';
import { START } from '../chess/positions.ts';

const parsed = (text: string, home?: string): LichessLink | string => {
  const link = parseLink(text, home);
  return link.ok ? link.value : link.message;
};

const GAME: LichessLink = { kind: 'game', id: 'TaHSAsYD' };
const TRAP = 'r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP1QPPP/R1B1KBNR b KQkq - 3 5';

describe('a link to a game', () => {
  it.each([
    'lichess.org/TaHSAsYD',
    'https://lichess.org/TaHSAsYD',
    'http://lichess.org/TaHSAsYD',
    'HTTPS://Lichess.org/TaHSAsYD',
    'www.lichess.org/TaHSAsYD',
    'https://de.lichess.org/TaHSAsYD',
    'https://pt-br.lichess.org/TaHSAsYD',
    'https://lichess.org/TaHSAsYD/',
    'https://lichess.org/TaHSAsYD?utm_source=chat',
    'https://lichess.org/embed/TaHSAsYD?theme=auto&bg=auto',
    'https://lichess.org/embed/game/TaHSAsYD',
    'https://lichess.org/game/export/TaHSAsYD',
    'https://lichess.org/game/export/TaHSAsYD.pgn',
  ])('is known as %s', text => {
    expect(parsed(text)).toEqual(GAME);
  });

  it.each([
    'https://lichess.org/TaHSAsYD.',
    'https://lichess.org/TaHSAsYD,',
    'https://lichess.org/TaHSAsYD?!',
    ' https://lichess.org/TaHSAsYD \n',
    '<https://lichess.org/TaHSAsYD>',
    '(https://lichess.org/TaHSAsYD).',
    '"https://lichess.org/TaHSAsYD"',
    '“lichess.org/TaHSAsYD”',
    '**https://lichess.org/TaHSAsYD**',
    '||https://lichess.org/TaHSAsYD||',
    '`https://lichess.org/TaHSAsYD`',
  ])('is known as people paste it: %j', text => {
    expect(parsed(text)).toEqual(GAME);
    expect(isLink(text)).toBe(true);
  });

  it('says which side is looked from, and where in the game', () => {
    expect(parsed('lichess.org/TaHSAsYD/black#34')).toEqual({ ...GAME, side: 'black', ply: 34 });
    expect(parsed('https://lichess.org/TaHSAsYD/white')).toEqual({ ...GAME, side: 'white' });
    expect(parsed('https://lichess.org/TaHSAsYD#0.')).toEqual({ ...GAME, ply: 0 });
    expect(parsed('https://lichess.org/embed/game/TaHSAsYD/black?theme=auto#7')).toEqual({
      ...GAME,
      side: 'black',
      ply: 7,
    });
  });

  it('is the game alone where the rest of it says nothing', () => {
    for (const hash of ['#', '#last', '#questions', '#-3', '#12345', '#3.5'])
      expect(parsed(`https://lichess.org/TaHSAsYD${hash}`)).toEqual(GAME);
  });

  it('never keeps the secret of the player whose address it is', () => {
    expect(parsed('https://lichess.org/TaHSAsYDx9Zk')).toEqual(GAME);
    expect(parsed('https://lichess.org/TaHSAsYDx9Zk#12')).toEqual({ ...GAME, ply: 12 });
  });
});

describe('other links', () => {
  it.each<[string, LichessLink]>([
    ['https://lichess.org/study/8c8bmUfy/qwnXMwVC', { kind: 'chapter', study: '8c8bmUfy', chapter: 'qwnXMwVC' }],
    ['lichess.org/study/8c8bmUfy/qwnXMwVC#5', { kind: 'chapter', study: '8c8bmUfy', chapter: 'qwnXMwVC', ply: 5 }],
    ['lichess.org/study/embed/8c8bmUfy/qwnXMwVC', { kind: 'chapter', study: '8c8bmUfy', chapter: 'qwnXMwVC' }],
    ['lichess.org/study/8c8bmUfy/qwnXMwVC.pgn', { kind: 'chapter', study: '8c8bmUfy', chapter: 'qwnXMwVC' }],
    ['https://lichess.org/training/K69di', { kind: 'puzzle', id: 'K69di' }],
    ['https://lichess.org/training/mateIn2/K69di', { kind: 'puzzle', id: 'K69di' }],
    ['https://lichess.org/es/training/K69di', { kind: 'puzzle', id: 'K69di' }],
    ['https://lichess.org/training/daily', { kind: 'puzzle', id: 'daily' }],
    ['https://lichess.org/@/thibault', { kind: 'user', name: 'thibault' }],
    ['https://lichess.org/@/some_one-', { kind: 'user', name: 'some_one-' }],
    ['https://lichess.org/@/thibault/all', { kind: 'user', name: 'thibault' }],
    [`lichess.org/analysis/${TRAP.replaceAll(' ', '_')}`, { kind: 'analysis', fen: TRAP }],
    [`lichess.org/analysis/standard/${TRAP.replaceAll(' ', '_')}`, { kind: 'analysis', fen: TRAP }],
    [`lichess.org/analysis/fromPosition/${TRAP.replaceAll(' ', '%20')}`, { kind: 'analysis', fen: TRAP }],
    [`lichess.org/analysis/${encodeURIComponent(TRAP)}`, { kind: 'analysis', fen: TRAP }],
    [`lichess.org/analysis?fen=${encodeURIComponent(TRAP)}`, { kind: 'analysis', fen: TRAP }],
    [
      `lichess.org/analysis?fen=${TRAP.replaceAll(' ', '+')}&color=white`,
      { kind: 'analysis', fen: TRAP, side: 'white' },
    ],
    [
      `https://lichess.org/analysis/${TRAP.replaceAll(' ', '_')}?color=black`,
      { kind: 'analysis', fen: TRAP, side: 'black' },
    ],
    // Without the counters, as some programs write it.
    [
      'lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-',
      { kind: 'analysis', fen: START },
    ],
  ])('%s is understood', (text, link) => {
    expect(parsed(text)).toEqual(link);
  });
});

describe('what is no such link', () => {
  it.each([
    // Eight letters, and pages all the same.
    ...['analysis', 'features', 'insights', 'practice', 'streamer', 'timeline', 'training'],
    ...['', '/', 'tv', 'login', 'faq', 'TaHSAsY', 'TaHSAsYDx', 'TaHSAsYDx9Z', 'TaHSAsYDx9Zkk', 'TaHSAs-D'],
    ...['TaHSAsYD/red', 'TaHSAsYD/edit', 'tournament/TaHSAsYD', 'swiss/TaHSAsYD', 'study', 'study/8c8bmUfy/short'],
    ...['training/daily/mate', 'training/white', 'training/themes', 'training/mate/black', 'training/dashboard/30/x'],
    ...['@/x', '@/thibault/blog/title/TaHSAsYD', `@/${'x'.repeat(31)}`, 'embed/analysis', '%E0%A4%A', 'TaHSAsYD%2500'],
  ])('is told so: /%s', page => {
    const message = parsed(`https://lichess.org/${page}`);
    expect(message).toMatch(/^link: .*\.$/);
    expect(message).not.toContain('\n');
  });

  it.each([
    ['https://www.chess.com/game/live/1234', 'link: "www.chess.com" is not Lichess'],
    ['https://lichess.org.evil.example/TaHSAsYD', 'link: "lichess.org.evil.example" is not Lichess'],
    ['https://evil-lichess.org/TaHSAsYD', 'link: "evil-lichess.org" is not Lichess'],
    ['https://lichess.org@evil.example/TaHSAsYD', 'link: "lichess.org@evil.example" is not Lichess'],
    ['https://database.lichess.org/TaHSAsYD', 'link: "database.lichess.org" is not Lichess'],
    ['https://lichess.org/Ta HS', 'link: this is not an address'],
    ['', 'link: this is not an address'],
    ['https://lichess.org/\u001b[31mTaHSAsYD', 'link: this is not an address'],
    [`https://lichess.org/${'x'.repeat(500)}`, 'link: at most 400 characters'],
    ['https://lichess.org/study/8c8bmUfy', 'link: this is a whole study; open one of its chapters'],
    ['https://lichess.org/analysis', 'link: there is no position in this address'],
    ['https://lichess.org/analysis/standard', 'link: there is no position in this address'],
    ['https://lichess.org/analysis/pgn/e4_e5', 'link: there is no position in this address'],
    [
      'https://lichess.org/analysis/atomic/8/8/8/8/8/8/8/8_w',
      'link: "atomic" is not standard chess; give a standard game.',
    ],
    ['https://lichess.org/analysis/8/8/8/8/8/8/8/8_w_-_-_0_1', 'has no pieces'],
    ['https://lichess.org/tv', 'link: "/tv" on Lichess is not a game'],
  ])('gets a sentence of its own: %j', (text, sentence) => {
    expect(parsed(text)).toContain(sentence);
  });

  it('is never shown at full length', () => {
    expect(String(parsed(`https://lichess.org/${'y'.repeat(300)}`)).length).toBeLessThan(250);
  });
});

describe('what only looks like a link', () => {
  const at = (...pages: string[]) => pages.map(page => `https://lichess.org/${page}`);
  const on = (...hosts: string[]) => hosts.map(host => `https://${host}/TaHSAsYD`);
  const NEAR_MISSES: Record<string, string[]> = {
    'another host': [
      ...on(
        'lichess.org.evil.com',
        'lichess.orgevil.com',
        'evil-lichess.org',
        'evillichess.org',
        'evil.com/lichess.org',
      ),
      ...on(
        'evil.com/https://lichess.org',
        'evil.com?lichess.org',
        'evil.com#lichess.org',
        'evil.com/?to=//lichess.org',
      ),
      ...on(
        'lichess.com',
        'lichess.or',
        'lichess.orgg',
        'lichesss.org',
        'lichess-org',
        'lichess',
        'lichess.0rg',
        '1ichess.org',
      ),
      ...on(
        'lichess.org.',
        '.lichess.org',
        'lichess..org',
        'lichess.org.lichess.org',
        'www.www.lichess.org',
        '%2A.lichess.org',
      ),
      ...on(
        'evil.lichess.org',
        'database.lichess.org',
        'a.lichess.org',
        'de.www.lichess.org',
        'de-.lichess.org',
        '-de.lichess.org',
      ),
      ...on('xn--lchess-p5a.org', '127.0.0.1', 'localhost', '[::1]', '0x7f000001', '2130706433', '169.254.169.254'),
      'lichess.org.evil.com/TaHSAsYD',
      'evil.com/lichess.org/TaHSAsYD',
      'https://evil.com',
    ],
    'somebody before the host, or a port after it': [
      ...on(
        'lichess.org@evil.com',
        'evil.com@lichess.org',
        'evil:secret@lichess.org',
        'lichess.org:x@evil.com',
        '@lichess.org',
      ),
      ...on(
        'evil@lichess.org@evil.com',
        'lichess.org%40evil.com',
        'lichess.org&@evil.com',
        'lichess.org:80',
        'lichess.org:443',
      ),
      ...on('lichess.org:', 'lichess.org:0', 'lichess.org::443', 'lichess.org:99999', 'lichess.org:443@evil.com'),
      'lichess.org@evil.com/TaHSAsYD',
      'lichess.org:TaHSAsYD',
    ],
    'another kind of address': [
      ...['javascript', 'data', 'ftp', 'file', 'ws', 'wss', 'gopher', 'httpss', 'hhttps', 'shttp', 'h', 'steam'].map(
        scheme => `${scheme}://lichess.org/TaHSAsYD`,
      ),
      'javascript:alert(1)//lichess.org/TaHSAsYD',
      'javascript://lichess.org/%0aalert(1)',
      'data:text/html,lichess.org/TaHSAsYD',
      'blob:https://lichess.org/TaHSAsYD',
      'view-source:https://lichess.org/TaHSAsYD',
      'mailto:TaHSAsYD@lichess.org',
      'https:lichess.org/TaHSAsYD',
      'https:/lichess.org/TaHSAsYD',
      'https:///lichess.org/TaHSAsYD',
      'https:////lichess.org/TaHSAsYD',
      'https://https://lichess.org/TaHSAsYD',
      '//lichess.org/TaHSAsYD',
      '://lichess.org/TaHSAsYD',
      'http ://lichess.org/TaHSAsYD',
      'http\u017f://lichess.org/TaHSAsYD',
    ],
    'strange slashes': [
      'https:\\\\lichess.org\\TaHSAsYD',
      'https:/\\lichess.org/TaHSAsYD',
      'https://lichess.org\\TaHSAsYD',
      'https://evil.com\\lichess.org/TaHSAsYD',
      'https://lichess.org\\@evil.com/TaHSAsYD',
      ...at('/TaHSAsYD', '\\TaHSAsYD', 'TaHSAsYD//', 'TaHSAsYD//black', 'TaHSAsYD\\black', './TaHSAsYD', '../TaHSAsYD'),
      ...at('TaHSAsYD/../../api', 'game/export/../../TaHSAsYD', 'game/export//TaHSAsYD', 'game/export/'),
      ...at('study//8c8bmUfy/qwnXMwVC', 'study/../8c8bmUfy/qwnXMwVC', 'study/8c8bmUfy/../qwnXMwVC', 'training//K69di'),
      ...at(
        'training/../K69di',
        '@/../thibault',
        '@//thibault',
        '@/thibault/../../api',
        '@/thibault//all',
        '//@/thibault',
      ),
      ...at(
        'analysis/../TaHSAsYD',
        'analysis//',
        'embed//TaHSAsYD',
        'embed/../TaHSAsYD',
        ';/TaHSAsYD',
        'TaHSAsYD;black',
      ),
      'https://lichess.org/TaHSAsYD\u2044black',
      'https://lichess.org\u2215TaHSAsYD',
      'https://lichess.org\uff0fTaHSAsYD',
    ],
    'signs in disguise': [
      ...at(
        '%2FTaHSAsYD',
        'TaHSAsYD%2Fblack',
        'TaHSAs%59D',
        'TaHSAsYD%00',
        'TaHSAsYD%0a',
        'TaHSAsYD%20',
        'TaHSAsYD%252Fblack',
      ),
      ...at(
        'TaHSAsYD%0d%0aHost:%20evil.com',
        'TaHSAsYD%23',
        'TaHSAsYD%3F',
        'TaHSAsYD%',
        '%zz',
        '%2e%2e/TaHSAsYD',
        '%5cTaHSAsYD',
      ),
      ...at(
        'study%2F8c8bmUfy%2FqwnXMwVC',
        'study/8c8bmUfy%2FqwnXMwVC',
        '%40/thibault',
        '@%2Fthibault',
        '@/thibault%2Fall',
      ),
      ...at(
        '@/thi%62ault',
        'training%2FK69di',
        'training/%4b69di',
        'game%2Fexport%2FTaHSAsYD',
        'game/export/..%2f..%2fTaHSAsYD',
      ),
      ...on(
        'lichess%2eorg',
        'lichess.org%2eevil.com',
        'lichess.org%00.evil.com',
        'lichess.org%20',
        'lichess.org%2f',
        '%6cichess.org',
      ),
    ],
    'what nobody sees': [
      ...[
        '\t',
        '\n',
        '\r',
        '\0',
        '\u001b',
        '\u007f',
        ' ',
        '\u00a0',
        '\u00ad',
        '\u200b',
        '\u200d',
        '\u2060',
        '\u202e',
        '\ufeff',
      ].flatMap(sign => [`https://lichess${sign}.org/TaHSAsYD`, `https://lichess.org/TaHS${sign}AsYD`]),
    ],
    'letters that look alike': [
      ...on(
        'l\u0456chess.org',
        '\u217cichess.org',
        'l\u0131chess.org',
        'liches\u0455.org',
        'liche\u017fs.org',
        'lichess.\u043erg',
      ),
      ...on(
        '\uff4cichess.org',
        'lichess\uff0eorg',
        'lichess\u3002org',
        'lichess\uff61org',
        'lichess\u2024org',
        'lichess.org\u0307',
      ),
      ...on(
        'l\u0130chess.org',
        'lichess.org\uff20evil.com',
        'lichess.org\uff1a443',
        'lichess.\u00f6rg',
        '\u{1d425}ichess.org',
      ),
      ...at(
        'TaHSAsY\u216e',
        'TaHSAs\u0663D',
        '\uff34aHSAsYD',
        'TaHSAsY\u0414',
        '\uff20/thibault',
        '@/th\u0456bault',
        'training/\u041a69di',
      ),
    ],
    'too short, too long, or something else': [
      ...at(
        'TaHSAs',
        'TaHSAsYD1',
        'TaHSAsYD12',
        'TaHSAsYD123',
        'TaHSAsYD12345',
        'TaHSAsYDTaHSAsYD',
        'TaHS_sYD',
        'TaHS.sYD',
        'TaHSAsYD.'.repeat(2),
      ),
      ...at(
        'TaHSAsYD/grey',
        'TaHSAsYD/White',
        'TaHSAsYD/white/black',
        'TaHSAsYD.pgn',
        'game/TaHSAsYD',
        'game/export/TaHSAsYD.json',
      ),
      ...at(
        'study/8c8bmUf/qwnXMwVC',
        'study/8c8bmUfy/qwnXMwVCC',
        'study/8c8bmUfyqwnXMwVC',
        'study/8c8bmUfy/qwnXMwVC/3',
        'studies/8c8bmUfy/qwnXMwVC',
      ),
      ...at(
        'training/K69d',
        'training/K69dii',
        'training/K6-di',
        'training/K69di/1',
        'puzzle/K69di',
        'a/b/training/K69di',
      ),
      ...at(
        '@thibault',
        '@/',
        '@/t',
        '@/-thibault',
        '@/_',
        '@/thibault@evil.com',
        '@/thibault;all',
        '@/thibault.org',
        '@/thi+bault',
        'u/thibault',
      ),
      ...at(
        'analysis/8/8',
        'analysis/http://evil.com/8/8/8/8/8_w',
        'analysis/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1/x',
      ),
    ],
  };
  const all = Object.entries(NEAR_MISSES).flatMap(([why, texts]) => texts.map(text => [why, text] as const));

  it('is of many kinds', () => {
    expect(new Set(all.map(([, text]) => text)).size).toBeGreaterThanOrEqual(200);
  });

  it.each(all)('is refused: %s, %j', (_, text) => {
    expect(parsed(text)).toMatch(/^link: [^\n]*\.$/);
    expect(parsed(text, 'http://127.0.0.1:9663')).toMatch(/^link: /);
  });
});

describe('a server of one’s own', () => {
  it('has links too, and those of Lichess mean games there', () => {
    const home = 'http://127.0.0.1:9663';
    expect(parsed(`${home}/TaHSAsYD/black`, home)).toEqual({ ...GAME, side: 'black' });
    expect(parsed('https://lichess.org/TaHSAsYD', home)).toEqual(GAME);
    expect(parsed('http://127.0.0.1:9664/TaHSAsYD', home)).toContain('"127.0.0.1:9664" is not Lichess');
    expect(parsed('http://127.0.0.1:9663/TaHSAsYD')).toContain('is not Lichess');
    expect(makeLink(GAME, home)).toBe(`${home}/TaHSAsYD`);
  });
});

describe('what somebody means', () => {
  it.each(['https://example.com/x', 'lichess.org', 'lichess.org/tv', 'de.lichess.org/TaHSAsYD'])(
    'is a link: %s',
    text => {
      expect(isLink(text)).toBe(true);
    },
  );

  it.each(['game.pgn', '-', 'TaHSAsYD', './lichess.org/game.pgn', 'lichess.org.pgn', 'C:\\games\\x.pgn', ''])(
    'is no link: %s',
    text => {
      expect(isLink(text)).toBe(false);
    },
  );
});

describe('an address that is written', () => {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const word = (length: number) =>
    fc.string({ unit: fc.constantFrom(...digits), minLength: length, maxLength: length });
  // With a digit it is no page's name.
  const id = word(7).map(text => `${text}7`);
  const side = fc.constantFrom('white' as const, 'black' as const);
  const ply = fc.nat(600);
  const link: fc.Arbitrary<LichessLink> = fc.oneof(
    fc.record({ kind: fc.constant('game' as const), id, side, ply }, { requiredKeys: ['kind', 'id'] }),
    fc.record(
      { kind: fc.constant('chapter' as const), study: id, chapter: id, ply },
      { requiredKeys: ['kind', 'study', 'chapter'] },
    ),
    fc.record({ kind: fc.constant('puzzle' as const), id: word(4).map(text => `${text}7`) }),
    fc.record({ kind: fc.constant('user' as const), name: word(9).map(text => `${text}_-`) }),
    fc.record(
      { kind: fc.constant('analysis' as const), fen: fc.constantFrom(START, TRAP), side },
      { requiredKeys: ['kind', 'fen'] },
    ),
  );

  it('is read as what it was written from', () => {
    fc.assert(
      fc.property(link, one => {
        expect(parsed(makeLink(one))).toEqual(one);
      }),
    );
  });

  it('is the one that Lichess has', () => {
    expect(makeLink({ ...GAME, side: 'black', ply: 34 } as LichessLink)).toBe('https://lichess.org/TaHSAsYD/black#34');
    expect(makeLink({ kind: 'analysis', fen: START, side: 'black' })).toBe(
      'https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1?color=black',
    );
  });
});
