/**
 * What the processes that Kibitz starts get of its environment: an allow-list, since whatever they get is in
 * /proc/<pid>/environ for as long as they run, and in what they start themselves. Tokens, passwords and everything that
 * the owner of the machine keeps there for other programs stays where it is.
 */

/** To find and to run a program, its libraries, its temporary files, and to write as the user writes. */
const SYSTEM = [
  ...[
    'PATH',
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'TMPDIR',
    'TMP',
    'TEMP',
    'TZ',
  ],
  ...['LANG', 'LANGUAGE', 'LC_*', 'XDG_*', 'NO_COLOR'],
  // Without these nothing runs on Windows:
  // https://learn.microsoft.com/windows/deployment/usmt/usmt-recognized-environment-variables
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
    'PROGRAMDATA',
  ],
];
/** What the owner tells every Node: its flags, and whose certificates count. */
const NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'UV_THREADPOOL_SIZE'];
/** ONNX Runtime's own. */
const ONNX = ['ORT_*'];
/** The way out, and npm's settings; either may hold a password, which is for this. */
const DOWNLOAD = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NPM_CONFIG_*', 'NPM_EXECPATH'];

const ALLOWED = {
  /** Stockfish. */
  engine: SYSTEM,
  maia: [...SYSTEM, ...NODE, ...ONNX],
  /** What computes beside the bot: see src/tasks. */
  task: [...SYSTEM, ...NODE],
  npm: [...SYSTEM, ...NODE, ...DOWNLOAD],
  /** It starts all of these. */
  analysis: [...SYSTEM, ...NODE, ...ONNX, ...DOWNLOAD],
  /** A whole bot: it starts an analysis itself, and gets the settings, too. */
  shard: [...SYSTEM, ...NODE, ...ONNX, ...DOWNLOAD],
} as const satisfies Record<string, readonly string[]>;

export type Purpose = keyof typeof ALLOWED;

/**
 * `settings`: names of more that it reads. On Windows the case of a name does not matter, and proxies are written in
 * either.
 */
export function environmentFor(purpose: Purpose, settings: readonly string[] = []): NodeJS.ProcessEnv {
  const allowed = [...ALLOWED[purpose], ...settings];
  const isAllowed = (name: string) =>
    allowed.some(one => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isAllowed(name.toUpperCase())));
}
