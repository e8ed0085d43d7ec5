/**
 * The protobuf wire format, as much as it takes to read and rewrite an ONNX file:
 * https://protobuf.dev/programming-guides/encoding
 */

export type WireField =
  | { number: number; wire: 'varint'; value: bigint }
  | { number: number; wire: 'fixed32' | 'fixed64' | 'bytes'; value: Uint8Array };

export type Message = WireField[];

const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
const WIRE_BYTES = 2;
const WIRE_FIXED32 = 5;

export function parseMessage(bytes: Uint8Array): Message {
  const message: Message = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('protobuf: unexpected end of data');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('protobuf: varint longer than ten bytes');
  };
  /** Tags and lengths: small, and there are a hundred thousand of them. */
  const short = (): number => {
    const byte = bytes[at];
    if (byte !== undefined && byte < 0x80) {
      at++;
      return byte;
    }
    return Number(varint());
  };
  const chunk = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError('protobuf: unexpected end of data');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = short();
    const number = tag >>> 3;
    const wire = tag & 7;
    if (wire === WIRE_VARINT) message.push({ number, wire: 'varint', value: varint() });
    else if (wire === WIRE_FIXED64) message.push({ number, wire: 'fixed64', value: chunk(8) });
    else if (wire === WIRE_BYTES) message.push({ number, wire: 'bytes', value: chunk(short()) });
    else if (wire === WIRE_FIXED32) message.push({ number, wire: 'fixed32', value: chunk(4) });
    else throw new RangeError(`protobuf: unknown wire type ${wire}`);
  }
  return message;
}

const WIRES: Record<WireField['wire'], number> = {
  varint: WIRE_VARINT,
  fixed64: WIRE_FIXED64,
  bytes: WIRE_BYTES,
  fixed32: WIRE_FIXED32,
};

function varintBytes(value: bigint | number): Uint8Array {
  if (typeof value === 'number' && value < 0x80) return Uint8Array.of(value);
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

export function makeMessage(message: Message): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const field of message) {
    parts.push(varintBytes(((field.number << 3) | WIRES[field.wire]) >>> 0));
    if (field.wire === 'varint') parts.push(varintBytes(field.value));
    else if (field.wire === 'bytes') parts.push(varintBytes(field.value.length), field.value);
    else parts.push(field.value);
  }
  return Buffer.concat(parts);
}

export const bytesField = (number: number, value: Uint8Array): WireField => ({ number, wire: 'bytes', value });
export const textField = (number: number, value: string): WireField => bytesField(number, Buffer.from(value));
export const messageField = (number: number, value: Message): WireField => bytesField(number, makeMessage(value));
export const intField = (number: number, value: number | bigint): WireField => ({
  number,
  wire: 'varint',
  value: BigInt(value),
});

export function bytesOf(message: Message, number: number): Uint8Array | undefined {
  const field = message.find(field => field.number === number);
  return field && field.wire !== 'varint' ? field.value : undefined;
}

export const textOf = (message: Message, number: number): string =>
  Buffer.from(bytesOf(message, number) ?? []).toString('utf8');

export const textsOf = (message: Message, number: number): string[] =>
  message.flatMap(field =>
    field.number === number && field.wire === 'bytes' ? [Buffer.from(field.value).toString('utf8')] : [],
  );

/** A whole number, as flags and enumerations are. */
export function intOf(message: Message, number: number): number | undefined {
  const field = message.find(field => field.number === number);
  return field?.wire === 'varint' ? Number(field.value) : undefined;
}

export const childrenOf = (message: Message, number: number): Message[] =>
  message.flatMap(field => (field.number === number && field.wire === 'bytes' ? [parseMessage(field.value)] : []));

export function childOf(message: Message, number: number): Message | undefined {
  const bytes = bytesOf(message, number);
  return bytes && parseMessage(bytes);
}
