import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** An API as its makers describe it, to hold requests against. */

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: object;
}

export interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> };
  responses?: Record<string, { content?: Record<string, unknown> }>;
}

type PathItem = Record<string, Operation> & { parameters?: Parameter[] };

interface OpenApi {
  paths: Record<string, PathItem>;
  components: { parameters?: Record<string, Parameter> };
}

interface Template {
  template: string;
  pattern: RegExp;
  names: string[];
  item: PathItem;
}

/** What a request is by the description. */
export interface Described {
  template: string;
  method: string;
  operation: Operation;
  parameters: Parameter[];
  /** From the path, by their names. */
  values: [name: string, value: string][];
}

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
/** A part of a JSON pointer within a URI. */
const pointer = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

export class Description {
  readonly #api: OpenApi;
  readonly #templates: Template[];
  readonly #exact: Ajv2020;
  readonly #lenient: Ajv2020;
  /** Compiled when first needed: few of them are. */
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #ofParameters = new Map<Parameter, ValidateFunction>();

  constructor(file: string) {
    this.#api = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
    // Descriptions know formats that JSON schema does not, and keywords of their own.
    const options = { strict: false, validateSchema: false, validateFormats: false, allErrors: true };
    this.#exact = new Ajv2020(options).addSchema(this.#api, 'api');
    this.#lenient = new Ajv2020({ ...options, coerceTypes: true }).addSchema(this.#api, 'api');
    this.#templates = Object.entries(this.#api.paths)
      .map(([template, item]): Template => {
        const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
        return { template, pattern: new RegExp(`^${escaped(template).replace(/\{\w+\}/g, '([^/]+)')}$`), names, item };
      })
      // `@original` before `{message_id}`
      .sort((a, b) => a.names.length - b.names.length);
  }

  find(method: string, path: string): Described | undefined {
    const verb = method.toLowerCase();
    const found = this.#templates.find(({ pattern, item }) => pattern.test(path) && item[verb]);
    const operation = found?.item[verb];
    if (!found || !operation) return undefined;
    const { template, pattern, names, item } = found;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(one => this.#resolve(one));
    const texts = pattern.exec(path)?.slice(1) ?? [];
    return { template, method: verb, operation, parameters, values: names.map((name, at) => [name, texts[at] ?? '']) };
  }

  #resolve(parameter: Parameter): Parameter {
    const name = parameter.$ref?.replace(/^.*\//, '');
    return name === undefined ? parameter : (this.#api.components.parameters?.[name] ?? parameter);
  }

  /** What is wrong with what is given for the parameters of one kind. Texts stand for numbers and the like. */
  parameters({ parameters }: Described, where: Parameter['in'], given: readonly [string, string][]): string[] {
    const known = parameters.filter(parameter => parameter.in === where);
    const missing = known.filter(({ name, required }) => required && !given.some(([one]) => one === name));
    return [
      ...missing.map(({ name }) => `${name} is missing`),
      ...given.flatMap(([name, value]) => {
        const parameter = known.find(one => one.name === name);
        if (!parameter) return [`${name} is not a ${where} parameter`];
        return this.#validator(parameter)(value) ? [] : [`${name} cannot be "${value}"`];
      }),
    ];
  }

  #validator(parameter: Parameter): ValidateFunction {
    const known = this.#ofParameters.get(parameter) ?? this.#lenient.compile(withRefs(parameter.schema));
    this.#ofParameters.set(parameter, known);
    return known;
  }

  /** What is wrong with a body of this type. In a form, texts stand for numbers and the like. */
  body({ template, method }: Described, type: string, value: unknown): string[] {
    const path = ['paths', template, method, 'requestBody', 'content', type, 'schema'];
    return this.#held(path, type === 'application/json' ? this.#exact : this.#lenient, value);
  }

  /** What is wrong with something that the description has a name for. */
  schema(name: string, value: unknown): string[] {
    return this.#held(['components', 'schemas', name], this.#exact, value);
  }

  #held(path: readonly string[], ajv: Ajv2020, value: unknown): string[] {
    const ref = `api#/${path.map(pointer).join('/')}`;
    const validate = this.#compiled.get(ref) ?? ajv.compile({ $ref: ref });
    this.#compiled.set(ref, validate);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    return errors.slice(0, 5).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
  }
}

const withRefs = (schema: object): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
