import { describe, expect, it } from 'vitest';
import { withBytes } from '../../../../src/bot/discord/core/rest.ts';

describe('a request to Discord', () => {
  it('with files is plain bytes that say the same', async () => {
    const form = new FormData();
    form.append('files[0]', new Blob(['♔ picture']), 'board.png');
    form.append('payload_json', '{"content":"x"}');
    const init = await withBytes({ method: 'POST', headers: { Authorization: 'Bot x' }, body: form });
    expect(init.method).toBe('POST');
    expect(init.body).toBeInstanceOf(Uint8Array);
    const headers = init.headers as Record<string, string>;
    expect(headers.authorization).toBe('Bot x');
    const read = await new Response(init.body as Uint8Array<ArrayBuffer>, { headers }).formData();
    expect(read.get('payload_json')).toBe('{"content":"x"}');
    const file = read.get('files[0]') as File;
    expect([file.name, await file.text()]).toEqual(['board.png', '♔ picture']);
  });

  it.each([undefined, null, '{"content":"x"}'])('without files stays as it is: %s', async body => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body }),
    };
    expect(await withBytes(init)).toBe(init);
  });
});
