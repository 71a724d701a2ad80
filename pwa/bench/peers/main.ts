/**
 * `npm run bench:peers`: the product beside other local-first systems. It takes minutes, and installs
 * their packages in pwa/bench/peers/systems at its first run. `--rounds=5 --kills=100` is longer,
 * `--systems=ours,RxDB --links=loopback` shorter. A whole run rewrites its table in pwa/bench/README.md.
 */
import { parseArgs } from 'node:util';
import { writeTable } from '#pwa/bench/report.ts';
import { benchPeers } from './peers.bench.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    kills: { type: 'string', default: '3' },
    systems: { type: 'string' },
    links: { type: 'string' },
  },
});
const { systems, links } = values;
const table = await benchPeers({
  rounds: Number(values.rounds),
  kills: Number(values.kills),
  ...(systems && { systems: systems.split(',') }),
  ...(links && { links: links.split(',') }),
});
process.stdout.write(`${table}\n`);
if (!systems && !links) writeTable('peers', table);
