/**
 * Makes React survive programs that change the page: a browser's translation, a password manager, an extension. React
 * throws when a node is no longer where it put it, and then removes the whole page (facebook/react#11538). Call it once,
 * before the first render.
 */
export function tolerateForeignNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function before<Kind extends Node>(node: Kind, child: Node | null) {
    return insertBefore.call(this, node, childOf(this, child)) as Kind;
  };
  Node.prototype.removeChild = function remove<Kind extends Node>(child: Kind) {
    const there = childOf(this, child);
    if (there) removeChild.call(this, there);
    return child;
  };
}

/** The child of `parent` in which a node stands now; null if it is gone. */
function childOf(parent: Node, node: Node | null): Node | null {
  return !node || node.parentNode === parent ? node : childOf(parent, node.parentNode);
}
