import { isMapping, type Mapping, parseYaml, type Yaml } from './yaml.ts';

/** What compose.yaml says, as far as it matters here. https://docs.docker.com/reference/compose-file/ */

export interface Service {
  name: string;
  image: string;
  command: string[];
  environment: Readonly<Record<string, string>>;
  replicas: number;
  graceSeconds: number;
  /** Everything, as it is written. */
  all: Mapping;
}

export interface Compose {
  services: Service[];
  volumes: string[];
  /** What comes from outside comes from these, as the containers see it. */
  gateways: string[];
}

export function parseCompose(text: string): Compose {
  const { services, volumes, networks } = parseYaml(text);
  return {
    services: Object.entries(mapping(services)).map(([name, value]) => serviceOf(name, mapping(value))),
    volumes: Object.keys(mapping(volumes)),
    gateways: Object.values(mapping(networks)).flatMap(network => {
      const { config } = mapping(mapping(network).ipam);
      return Array.isArray(config) ? config.map(each => String(mapping(each).gateway)) : [];
    }),
  };
}

function serviceOf(name: string, all: Mapping): Service {
  return {
    ...{ name, all, image: String(all.image) },
    command: listOf(all.command),
    environment: Object.fromEntries(Object.entries(mapping(all.environment)).map(([key, value]) => [key, `${value}`])),
    replicas: Number(mapping(all.deploy).replicas ?? 1),
    graceSeconds: Number(/^(\d+)s$/.exec(String(all.stop_grace_period ?? '10s'))?.[1]),
  };
}

const mapping = (value: Yaml | undefined): Mapping => (isMapping(value) ? value : {});

export const listOf = (value: Yaml | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** `${NAME:?why}` and `${NAME:-otherwise}` filled in, as compose does before anything else. */
export function filled(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, sign: string, word: string) => {
    if (env[name]) return env[name];
    if (sign === '?') throw new Error(`compose.yaml: ${name} is not set${word && `: ${word}`}.`);
    return word;
  });
}

/** The names that it wants to have filled in. */
export const wantedIn = (text: string): string[] => Array.from(text.matchAll(/\$\{(\w+)/g), ([, name = '']) => name);
