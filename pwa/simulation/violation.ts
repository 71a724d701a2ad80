/** Something that must never be so. */
export class Violation extends Error {
  override readonly name = 'Violation';
}
