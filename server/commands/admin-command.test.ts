import { expect, test } from 'vitest';
import { usePasswordLink } from '#contract/accounts/password-links.ts';
import { listUsers } from '#contract/accounts/users.ts';
import { changePassword, currentUser, login, USERNAME_CHARACTERS_MESSAGE } from '#contract/auth.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { addUser, Client, PASSWORD } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { commandOf, startProgram } from '#server/test/program.ts';

onSqliteFirst('the command for the person who runs the server', ({ url }) => {
  test('V6.4.4 lets somebody in again who has lost the password, while the server runs', async () => {
    const DATABASE_URL = await url();
    const db = await openDatabase(DATABASE_URL);
    const { origin } = await serveApp(db);
    await addUser(db, { username: 'Marta', role: 'agent', disabled: true });
    await addUser(db, { username: 'nico', role: 'agent' });
    const nico = new Client(origin);
    await nico.call(login, { body: { username: 'nico', password: PASSWORD } });

    expect(await run('create', 'marta')).toEqual([0, '"marta" is an admin.\n']);
    const [code, text] = await run('reset-password', 'MARTA');
    const password = /^The password is "(.{29})"\.\nIt is shown only this once/.exec(text)?.[1];
    const marta = new Client(origin);
    const signIn = (secret = '') =>
      marta.call(login, { body: { username: 'marta', password: secret } });
    expect([code, (await signIn(PASSWORD)).status]).toEqual([0, 401]);
    expect((await signIn(password)).reply).toMatchObject({
      areas: ['dashboard', 'admin'],
      mustChangePassword: true,
    });
    const change = { currentPassword: password, newPassword: PASSWORD };
    expect((await marta.call(changePassword, { body: change })).status).toBe(204);

    expect(await run('end-sessions', 'nico')).toEqual([0, '"nico" is signed out everywhere.\n']);
    expect((await nico.call(currentUser)).status).toBe(401);
    expect((await marta.call(listUsers)).status).toBe(200);
    const [, list] = await run('list');
    expect(list).toMatch(/^nico\tagent\tactive\t\d{4}-\d\d-\d\d\t0$/m);
    expect(list).toMatch(/^Marta\tadmin\tactive\t\d{4}-\d\d-\d\d\t1$/m);

    const [, link] = await run('link', 'nico');
    const token = /^http:\/\/localhost:\d+\/auth\/new-password#([\w-]{43})\n/.exec(link)?.[1];
    const body = { token, newPassword: 'corner-flag-17' };
    expect((await nico.call(usePasswordLink, { body })).status).toBe(204);

    const { id: userId } = await db.user.findFirstOrThrow({ where: { username: 'nico' } });
    await db.user.update({ where: { id: userId }, data: { hasPasskey: true } });
    await db.recoveryCode.create({ data: { id: 'a digest', userId } });
    expect((await run('remove-factor', 'nico'))[0]).toBe(0);
    expect(await db.recoveryCode.count()).toBe(0);
    expect((await db.user.findFirstOrThrow({ where: { id: userId } })).hasPasskey).toBe(false);

    await db.user.update({ where: { id: userId }, data: { hasPasskey: true } });
    await db.recoveryCode.create({ data: { id: 'a digest', userId } });
    const key = { publicKey: new Uint8Array(1), counter: 0, transports: '', createdAt: new Date() };
    await db.passkey.create({ data: { ...key, id: 'planted', name: 'Planted', userId } });
    const counted = async () => ({
      passkeys: await db.passkey.count(),
      codes: await db.recoveryCode.count(),
    });
    expect(await counted()).toEqual({ passkeys: 1, codes: 1 });
    expect((await run('reset-password', 'nico'))[0]).toBe(0);
    expect(await counted()).toEqual({ passkeys: 0, codes: 0 });
    await closeDatabase(db);

    async function run(...args: string[]): Promise<[number | null, string]> {
      const program = startProgram({ DATABASE_URL }, commandOf('admin', ...args));
      return [await program.ended, program.text()];
    }
  });

  test('makes an admin where there is none, and says in one line what it cannot do', async () => {
    const DATABASE_URL = await url();
    const run = async (args: string[], at = DATABASE_URL) => {
      const program = startProgram({ DATABASE_URL: at }, commandOf('admin', ...args));
      return [await program.ended, program.text()];
    };
    // A name of before the rule may be promoted, but no new one gets an invisible letter.
    const db = await openDatabase(DATABASE_URL);
    await addUser(db, { username: 'ni\u200bco', role: 'agent' });
    await closeDatabase(db);
    expect((await run(['create', 'ni\u200bco']))[0]).toBe(0);
    expect(await run(['create', 'ol\u200bga'])).toEqual([1, `${USERNAME_CHARACTERS_MESSAGE}\n`]);
    expect(await run(['create', 'olga'])).toEqual([
      0,
      expect.stringMatching(/^"olga" is an admin\.\nThe password is "/),
    ]);
    expect(await run(['reset-password', 'nobody'])).toEqual([1, 'There is no such user.\n']);
    expect(await run(['list'], 'file:/no/such.db')).toEqual([
      1,
      expect.stringMatching(/^There is no \/no\/such\.db, or the user .+ may not see it\.\n$/),
    ]);
    expect(await run(['drop', 'everything'])).toEqual([
      2,
      '"drop" is no command. There are: list, create, reset-password, link, remove-factor, end-sessions. npm run agency -- admin --help explains them.\n',
    ]);
    expect(await run(['create'])).toEqual([2, expect.stringMatching(/^npm run agency -- admin/)]);
  });
});
