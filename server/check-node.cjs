/**
 * The first step of `npm start` and `npm run serve`: one line for a Node.js that is too old. In words that
 * such a one understands.
 */
const wanted = require('../package.json').engines.node;
const here = process.versions.node.split('.').map(Number);

/** Of `^20.19` and `>=22.12`, as package.json has them. */
function fits(range) {
  const parts = /^(\^|>=)(\d+)\.(\d+)$/.exec(range.trim());
  const major = Number(parts[2]);
  if (here[0] === major) return here[1] >= Number(parts[3]);
  return parts[1] === '>=' && here[0] > major;
}

if (!wanted.split('||').some(fits)) {
  console.error(
    'This needs Node.js ' +
      wanted +
      ', and here is ' +
      process.versions.node +
      ': install a newer one.',
  );
  process.exit(1);
}
