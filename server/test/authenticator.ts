import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: KeyObject;
  counter: number;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/** A software authenticator with ES256 keys, as a browser with a phone's lock answers for it. */
export class Authenticator {
  readonly #origin: string;
  readonly #credentials: Credential[] = [];
  /** Changes what a browser would say; for attacks. */
  claims: { origin?: string; flags?: number } = {};

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  create({ challenge, rp }: { challenge: string; rp: { id: string } }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = { id: randomBytes(32), privateKey, publicKey, counter: 0 };
    this.#credentials.push(made);
    return this.#attested(made, { challenge, rp });
  }

  /** The last credential as the answer to another challenge, which no honest authenticator gives. */
  again(options: { challenge: string; rp: { id: string } }) {
    const last = this.#credentials.at(-1);
    if (!last) throw new Error('There is no credential.');
    return this.#attested(last, options);
  }

  #attested(made: Credential, { challenge, rp }: { challenge: string; rp: { id: string } }) {
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#dataOf(made, rp.id, true))],
    ]);
    const attestationObject = isoCBOR.encode(attestation as never);
    return {
      ...idsOf(made),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get` gives for the last credential, as JSON. */
  get({ challenge, rpId }: { challenge: string; rpId: string }) {
    const used = this.#credentials.at(-1);
    if (!used) throw new Error('There is no credential.');
    used.counter += 1;
    const data = this.#dataOf(used, rpId, false);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return {
      ...idsOf(used),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(used.privateKey).toString('base64url'),
      },
    };
  }

  #clientData(type: string, challenge: string): Buffer {
    const origin = this.claims.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #dataOf({ id, publicKey, counter }: Credential, rpId: string, isNew: boolean): Buffer {
    const flags = (this.claims.flags ?? PRESENT_AND_VERIFIED) | (isNew ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    const rpDigest = createHash('sha256').update(rpId).digest();
    if (!isNew) return Buffer.concat([rpDigest, head]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([rpDigest, head, Buffer.alloc(16), length, id, coseOf(publicKey)]);
  }
}

function idsOf({ id }: Credential) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} } as const;
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
