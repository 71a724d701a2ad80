import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';
import type { Programs } from '#pwa/simulation/programs.ts';
import { fillTemplate } from '#pwa/simulation/template.ts';
import { createDatabase, dropDatabase, urlOfDatabase } from '#server/test/databases.ts';
import { SyncPostgres } from './sync-postgres.ts';

const TEMPLATE = 'template';

/** A private PostgreSQL server with a database for each world, and a connection beside its servers. */
export class Databases {
  readonly beside = new SyncPostgres();
  readonly #server: ReturnType<typeof startThrowawayPostgres>;
  #name = '';
  #worlds = 0;
  #backups = 0;

  constructor() {
    const bin = findPostgres();
    if (!bin) throw new Error('The simulation needs the PostgreSQL programs, or PG_BIN.');
    this.#server = startThrowawayPostgres(bin);
  }

  /** Makes the database that each world copies. Before time is borrowed. */
  async makeTemplate(program: Programs['server']): Promise<void> {
    await createDatabase(this.#server.url, TEMPLATE);
    const url = urlOfDatabase(this.#server.url, TEMPLATE);
    await program.migrate(url);
    this.beside.connect(url);
    fillTemplate(this.beside);
    this.beside.connect(this.#server.url);
  }

  /** A fresh database for the next world; that of the last one goes. */
  async next(): Promise<void> {
    this.beside.connect(this.#server.url);
    if (this.#name) await dropDatabase(this.#server.url, this.#name);
    this.#worlds += 1;
    this.#name = `world_${this.#worlds}`;
    await createDatabase(this.#server.url, this.#name, TEMPLATE);
    this.beside.connect(this.url);
  }

  get url(): string {
    return urlOfDatabase(this.#server.url, this.#name);
  }

  /** The address of the database for the process of this name. */
  urlFor(process: string): string {
    const url = new URL(this.url);
    url.searchParams.set('application_name', process);
    return url.href;
  }

  /** Ends what a process does here, and waits until it is over. */
  cut(process: string): void {
    this.#end(`application_name = '${process}'`);
  }

  /** Copies all rows, as they are at one moment. */
  backUp(): string {
    this.#backups += 1;
    const name = `backup_${this.#backups}`;
    const copies = this.#tables().map(
      (table) => `CREATE TABLE "${name}"."${table}" AS TABLE public."${table}"`,
    );
    const level = 'BEGIN ISOLATION LEVEL REPEATABLE READ';
    this.beside.script([level, `CREATE SCHEMA "${name}"`, ...copies, 'COMMIT'].join(';'));
    return name;
  }

  /** Puts a copy back. The numbers of new rows go on, as after a restore of the product. */
  restore(backup: string): void {
    this.#end('TRUE');
    const tables = this.#tables();
    const fill = tables.map(
      (table) => `INSERT INTO public."${table}" SELECT * FROM "${backup}"."${table}"`,
    );
    this.beside.script(
      [
        'BEGIN',
        'SET LOCAL session_replication_role = replica',
        `TRUNCATE ${tables.map((table) => `public."${table}"`)}`,
        ...fill,
        'COMMIT',
      ].join(';'),
    );
  }

  async stop(): Promise<void> {
    await this.beside.close();
    this.#server.stop();
  }

  #tables(): string[] {
    const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";
    return (this.beside.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
  }

  #end(which: string): void {
    const others = `FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND ${which}`;
    this.beside.script(`SELECT pg_terminate_backend(pid, 5000) ${others}`);
  }
}
