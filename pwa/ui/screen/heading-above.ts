/** The heading of the nearest part of the page that has one; it can be focused from now on. */
export function headingAbove(target: Node): HTMLElement | null {
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement) {
    const heading = part.querySelector<HTMLElement>('h1, h2, h3');
    if (!heading) continue;
    heading.tabIndex = -1;
    return heading;
  }
  return null;
}
