/** The program of a simulated page: the product's session, mirror, outbox and engine, without screens. */
import { liveQuery } from 'dexie';
import type { CurrentUser } from '#contract/auth.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { publishSite, type SiteContent } from '#contract/site.ts';
import { keyWith } from '#contract/values/read-reference.ts';
import { call } from '#pwa/api/call.ts';
import { importApplications, undoImport } from '#pwa/features/import/import-applications.ts';
import { readMessage } from '#pwa/features/inquiry/read-message.ts';
import { sendCorrection } from '#pwa/features/inquiry/send-correction.ts';
import { sendInquiry } from '#pwa/features/inquiry/send-inquiry.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { writeDraft } from '#pwa/lib/storage/drafts.ts';
import { expiry } from '#pwa/lib/time/expiry.ts';
import { momentNow } from '#pwa/lib/time/server-clock.ts';
import { Mirror } from '#pwa/local/database/mirror.ts';
import { answerQuestion } from '#pwa/local/outbox/answer-question.ts';
import { JustQueued } from '#pwa/local/outbox/just-queued.ts';
import { requestSend, retry } from '#pwa/local/outbox/outbox-actions.ts';
import { readOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { takeBack, undoChanges } from '#pwa/local/outbox/undo.ts';
import { readList, readNewest, readRemoved, readRow } from '#pwa/local/rows/read-rows.ts';
import { readViews } from '#pwa/local/rows/saved-views.ts';
import { guardStand } from '#pwa/session/guard-stand.ts';
import { endHandOver, renewHandOver } from '#pwa/session/handed-over.ts';
import { createSession } from '#pwa/session/session.ts';
import { type SyncEngine, startSync } from '#pwa/sync/engine.ts';
import { syncStatus } from '#pwa/sync/status-store.ts';
import * as made from '#pwa/test/commands.ts';
import { outcomeOf } from '#pwa/test/outcome-of.ts';
import { keepSending } from '#pwa/visitor/keep-sending.ts';
import { isInPageOnly, keepEntry, sendEntry, unsentEntries } from '#pwa/visitor/outbox.ts';

/** What a person can do on any screen. */
export const commands = {
  ...made,
  answerQuestion,
  readList,
  readNewest,
  readRemoved,
  readRow,
  readViews,
  retry,
  takeBack,
  outcomeOf,
  requestSend,
  undoChanges,
  importApplications,
  undoImport,
  writeDraft,
  onShown,
  publishSite: (base: number | null, content: SiteContent) =>
    call(publishSite, { body: { base, content }, key: newId() }),
};

/**
 * Calls back with the keys of the changes that the screens of this page show as kept: those that it has just queued, and
 * those of the live queries. Returns an unsubscribe.
 */
function onShown(mirror: Mirror, listener: (keys: readonly string[]) => void): () => void {
  const queued = JustQueued.of(mirror);
  const before = queued.count;
  const stop = queued.subscribe(() => listener(queued.after(before).map(({ key }) => key)));
  const query = liveQuery(async () => readOutbox(mirror)).subscribe({
    next: (entries) => listener(entries.map(({ key }) => key)),
    error: () => undefined,
  });
  return () => {
    stop();
    query.unsubscribe();
  };
}

/**
 * What a visitor's phone can do: save an inquiry or a scan, send it until it arrives, and change it meanwhile. And how an
 * agent reads what a visitor has sent by another way.
 */
export const visitor = {
  keepEntry: (call: Parameters<typeof keepEntry>[0]) => keepEntry({ ...call, ...momentNow() }),
  sendEntry,
  sendInquiry,
  sendCorrection,
  keepSending,
  isInPageOnly,
  unsentEntries,
  newId,
  newLinkToken,
  keyWith,
  readMessage,
};

/** The part of the app that runs for a signed-in user. */
export interface Office {
  user: CurrentUser;
  mirror: Mirror;
  engine: SyncEngine;
}

/**
 * Opens the form of a stand as the entry does on a device that is handed over.
 *
 * @param onEnd called when the device has to give up its records
 */
export function openStand(onEnd: () => void): void {
  renewHandOver();
  keepSending();
  guardStand(() => {
    endHandOver();
    onEnd();
  });
}

/** Opens the app as its entry does: finds the signed-in user, then opens the mirror. */
export function openApp() {
  const session = createSession();
  let office: Office | null = null;

  function follow(): void {
    const { user } = session.state.getState();
    if (JSON.stringify(user) === JSON.stringify(office?.user ?? null)) return;
    leave();
    if (user && user.areas.length > 0) {
      const mirror = new Mirror(user.id);
      office = { user, mirror, engine: startSync(mirror, user) };
    }
  }

  function leave(): void {
    office?.engine.stop();
    office?.mirror.close({ disableAutoOpen: false });
    office = null;
  }

  session.state.subscribe(follow);
  const stop = session.start();
  return {
    session,
    office: () => office,
    /** What the line under the top bar says, as numbers. */
    status: () => syncStatus.getState(),
    isOffline,
    isSignedOut: () => expiry.getState().expired,
    close() {
      stop();
      leave();
    },
  };
}

export type App = ReturnType<typeof openApp>;
export type Commands = typeof commands;
export type Visitor = typeof visitor;
