import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Makes a call on a connection to a proxy; a body is JSON. */
export async function call(
  session: ClientHttp2Session,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const json = body !== undefined && { 'content-type': 'application/json' };
  const stream = session.request({ ':method': method, ':path': path, ...json, ...headers });
  // A proxy may answer a huge body before it has read it all.
  stream.on('error', () => undefined);
  stream.end(body);
  const [answered]: Record<string, unknown>[] = await once(stream, 'response');
  let text = '';
  for await (const chunk of stream) text += chunk;
  return { status: Number(answered?.[':status']), headers: answered ?? {}, text };
}
