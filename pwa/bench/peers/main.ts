/**
 * `npm run bench:peers`: the goals of the phone's mirror with what was reached, missed ones first, and the
 * product beside other local-first systems. It takes minutes, and installs their packages in
 * pwa/bench/peers/systems at its first run. `--rounds=5 --kills=100` is longer; `--systems=ours,RxDB` is
 * shorter, and leaves the goals beside the other systems out. A run with all systems rewrites its tables in
 * pwa/bench/README.md.
 */
import { parseArgs } from 'node:util';
import { launchOnDisk } from '#pwa/bench/chromium.ts';
import { measureOffice, OPTIONS } from '#pwa/bench/office.bench.ts';
import { summarise, tableOf, writeTable } from '#pwa/bench/report.ts';
import { goalsOf, type Round } from './goals.ts';
import { benchPeers } from './peers.bench.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    kills: { type: 'string', default: '3' },
    systems: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const systems = values.systems?.split(',');

const { table, runs, large } = await benchPeers({
  rounds,
  kills: Number(values.kills),
  ...(systems && { systems }),
});
const measured: Round[] = [];
for (const [at, largeRun] of large.entries()) {
  const ofRound: Round['runs'] = new Map();
  for (const [name, all] of runs) if (all[at]) ofRound.set(name, all[at]);
  measured.push({
    runs: ofRound,
    large: largeRun,
    office: await measureOffice(await launchOnDisk('LevelDB', OPTIONS)),
  });
}
const goals = summarise(measured.map(goalsOf));
const missed = goals.filter(({ met }) => met === false);
const goalTable = tableOf([...missed, ...goals.filter((one) => !missed.includes(one))], rounds);

process.stdout.write(`${missed.length} goals missed\n\n${goalTable}\n\n${table}\n`);
if (!systems) {
  writeTable('goals', goalTable);
  writeTable('peers', table);
}
