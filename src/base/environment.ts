/**
 * The environment variables that processes started by Kibitz get. It is an allow-list, since variables can be read in
 * /proc/<pid>/environ while a process runs, and are handed on to the processes that it starts. Tokens, passwords and
 * variables of other programs are left out.
 */

/** For finding a program, its libraries and its temporary files, and for the user's language and time zone. */
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
/** Settings of Node itself: its flags, and which certificates it trusts. */
const NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'UV_THREADPOOL_SIZE'];
/** Settings of ONNX Runtime. */
const ONNX = ['ORT_*'];
/** Proxies and the settings of npm, for downloads. Both may hold passwords, and this is what they are for. */
const DOWNLOAD = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NPM_CONFIG_*', 'NPM_EXECPATH'];

const ALLOWED = {
  /** Stockfish. */
  engine: SYSTEM,
  maia: [...SYSTEM, ...NODE, ...ONNX],
  /** The processes of src/tasks. */
  task: [...SYSTEM, ...NODE],
  npm: [...SYSTEM, ...NODE, ...DOWNLOAD],
  /** The analysis process, which starts Stockfish, Maia and npm. */
  analysis: [...SYSTEM, ...NODE, ...ONNX, ...DOWNLOAD],
  /** A shard is a whole bot: it starts an analysis process itself, and gets the settings, too. */
  shard: [...SYSTEM, ...NODE, ...ONNX, ...DOWNLOAD],
} as const satisfies Record<string, readonly string[]>;

export type Purpose = keyof typeof ALLOWED;

/**
 * `settings`: the names of further variables for the process. The case of a name does not matter on Windows, nor in the
 * names of proxies.
 */
export function environmentFor(purpose: Purpose, settings: readonly string[] = []): NodeJS.ProcessEnv {
  const allowed = [...ALLOWED[purpose], ...settings];
  const isAllowed = (name: string) =>
    allowed.some(one => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isAllowed(name.toUpperCase())));
}
