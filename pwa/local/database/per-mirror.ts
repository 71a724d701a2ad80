import type { Mirror } from './mirror.ts';

/** What a page has once for each mirror; made when it is first asked for. */
export function perMirror<Value>(make: (mirror: Mirror) => Value): (mirror: Mirror) => Value {
  const values = new WeakMap<Mirror, Value>();
  return (mirror) => {
    const value = values.get(mirror) ?? make(mirror);
    values.set(mirror, value);
    return value;
  };
}
