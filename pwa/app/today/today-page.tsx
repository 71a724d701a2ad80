import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useId, useState } from 'react';
import { daysAfter } from '#contract/deadlines/days.ts';
import type { ContactState } from '#contract/fields/vocabulary.ts';
import { offerIn } from '#contract/offers/offer-notes.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { placeIn } from '#contract/values/countries.ts';
import { lastNote } from '#contract/values/undone-notes.ts';
import { InstallButton } from '#pwa/app/install/install-button.tsx';
import { ListState } from '#pwa/app/lists/list-state.tsx';
import { useStillLoading } from '#pwa/app/lists/use-still-loading.ts';
import { RemindersOffer } from '#pwa/features/account/reminders-offer.tsx';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { GuardedReach } from '#pwa/features/applications/consent/guarded-reach.tsx';
import { LogReach } from '#pwa/features/applications/consent/log-reach.tsx';
import { ApproachHint } from '#pwa/features/applications/deadlines/approach-hint.tsx';
import { DeadlineHint } from '#pwa/features/applications/deadlines/deadline-hint.tsx';
import type { ToldDeadline } from '#pwa/features/applications/deadlines/told-deadlines.ts';
import { useSetAside } from '#pwa/features/applications/deadlines/use-set-aside.ts';
import { FollowUpHint } from '#pwa/features/applications/follow-up/follow-up-hint.tsx';
import { useReachable } from '#pwa/features/applications/people/use-reachable.ts';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { AskAnswered } from '#pwa/features/contacts/ask-answered.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { excerptOf } from '#pwa/features/contacts/contact-list.ts';
import { DoubtButtons } from '#pwa/features/contacts/doubt-buttons.tsx';
import { ReplyClock } from '#pwa/features/contacts/reply-clock.tsx';
import { SearchHint } from '#pwa/features/contacts/search-hint.tsx';
import { useGreeting } from '#pwa/features/contacts/use-greeting.ts';
import { formatNumber } from '#pwa/i18n/format-number.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { dayAfter, dayInWords, joinTime, timePart, withTime } from '#pwa/lib/time/dates.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import { followUpSet, statusChanged } from '#pwa/local/changes/applications.ts';
import { contactStateChanged } from '#pwa/local/changes/contacts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { ListHint } from '#pwa/records/list-hint.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { Age } from '#pwa/ui/age.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import {
  archiveIcon,
  checkCircleIcon,
  chevronRightIcon,
  clockIcon,
  searchIcon,
} from '#pwa/ui/icons/icons.ts';
import { alertIcon, checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { ReachButtons } from '#pwa/ui/reach/reach-buttons.tsx';
import type { Reach } from '#pwa/ui/reach/use-reach.ts';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { TaskButton, TaskRow, type TaskRowProps } from '#pwa/ui/task-row.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { setAside } from './set-aside.ts';
import { SiteLeft } from './site-left.tsx';
import { SwipeTasks } from './swipe-tasks.tsx';
import { useTasks } from './tasks.ts';
import styles from './today-page.module.css';
import { setWindowAside, type WindowTask } from './told-windows.ts';

/** Its calls are of a screen that is seldom opened: with them the first screen would name one file more. */
const BackupsTold = lazyExtra(() => import('./backups-told.tsx'), 'BackupsTold');

const LISTS = ['applications', 'contacts'] as const;
/** Tasks of each kind shown at first, and how many more a press shows. */
const SHOWN = 5;
const MORE = 20;

type Id = string | number;

/** How the person of a task was just reached, which is asked about in one task at a time. */
interface Reaching {
  reached: Reach | null;
  onReach: (how: Reach | null) => void;
}

/** What needs the agent now, from the mirror: follow-ups, late replies, questions, new inquiries, silence. */
export function TodayPage() {
  const { t } = useText();
  const refresh = useRefreshOnEntry(LISTS);
  const stillLoading = useStillLoading();
  const tasks = useTasks();
  const { isWhole, total, questions, due, windows, deadlines, searches, urgent, fresh } = tasks;
  const { doubtful, silent } = tasks;
  const [reached, setReached] = useState<{ id: Id; how: Reach } | null>(null);
  const reachOf = (id: Id): Reaching => ({
    reached: reached?.id === id ? reached.how : null,
    onReach: (how) => setReached(how && { id, how }),
  });
  const isEmpty =
    [due, windows, deadlines, searches, urgent, fresh, doubtful, silent].every(
      ({ length }) => length === 0,
    ) && questions === 0;
  const nothing = (
    <EmptyState
      icon={checkCircleIcon}
      title={t('today.nothing')}
      action={<OfficeLink to={APP_PATHS.dashboard}>{t('today.pipeline')}</OfficeLink>}
    >
      {t('today.nothingText')}
    </EmptyState>
  );

  return (
    <>
      <PageHead
        title={t('navigation.today')}
        actions={
          <OfficeLink
            variant="quiet"
            icon={searchIcon}
            to={APP_PATHS.search}
            className={styles.search}
          >
            {t('navigation.search')}
          </OfficeLink>
        }
      >
        {t('today.subtitle')}
      </PageHead>
      <RemindersOffer install={<InstallButton />} />
      <ListState
        refresh={refresh}
        // A window is told of before there is any record.
        total={total === undefined ? undefined : total + windows.length}
        isWhole={isWhole}
        empty={nothing}
      >
        {!isWhole && (
          <p className={styles.partly} role="status">
            {stillLoading}
          </p>
        )}
        {isEmpty && isWhole && nothing}
        {questions > 0 && <Questions count={questions} />}
        <Tasks title={t('today.followUps')} rows={due}>
          {(row) => <DueTask application={row} {...reachOf(row.id)} />}
        </Tasks>
        <Tasks title={t('deadlines.title')} rows={[...windows, ...deadlines]}>
          {(told) =>
            'application' in told ? (
              <DeadlineTask told={told} {...reachOf(told.id)} />
            ) : (
              <WindowRow day={told} />
            )
          }
        </Tasks>
        <Tasks title={t('today.clubs')} rows={searches}>
          {(row) => <SearchTask contact={row} {...reachOf(row.id)} />}
        </Tasks>
        <Tasks title={t('today.replies')} rows={urgent}>
          {(row) => <ReplyTask contact={row} {...reachOf(row.id)} />}
        </Tasks>
        <Tasks title={t('today.fresh')} rows={fresh}>
          {(row) => <ReplyTask contact={row} {...reachOf(row.id)} />}
        </Tasks>
        <Tasks title={t('contacts.suspect')} rows={doubtful}>
          {(row) => <ReplyTask contact={row} {...reachOf(row.id)} />}
        </Tasks>
        <Tasks title={t('today.silent')} rows={silent} action={<SetAside count={silent.length} />}>
          {(row) => <SilentTask application={row} {...reachOf(row.id)} />}
        </Tasks>
      </ListState>
      <AtRest />
      <RowSheets />
    </>
  );
}

function Questions({ count }: { count: number }) {
  const { t } = useText();
  return (
    <section className={styles.section} aria-label={t('today.questions')}>
      <div className={styles.rows}>
        <Link to={APP_PATHS.sync} className={styles.question}>
          <Icon shape={alertIcon} className={styles.alarm} />
          {t('sync.page.needsYou', { count })}
          <Icon shape={chevronRightIcon} />
        </Link>
      </div>
    </section>
  );
}

/** Sets all silent applications aside for 14 days, with Undo. */
function SetAside({ count }: { count: number }) {
  const { t } = useText();
  const { userId } = useMirror();
  return (
    <Button
      variant="quiet"
      onClick={() => {
        setAside({ userId, at: serverNow() });
        showToast({
          title: t('today.wasSetAside', { count }),
          action: { label: t('sync.undo'), onPress: () => setAside(null) },
        });
      }}
    >
      {t('today.setAside')}
    </Button>
  );
}

/** What waits for an admin and what the site lacks, and swipes on the tasks of a phone: loaded when the page has nothing else to do. */
function AtRest() {
  const wide = useMedia(WIDE);
  const isAdmin = useAuth().user?.areas.includes('admin');
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => whenAtRest(() => setAtRest(true)), []);
  return (
    isAtRest && (
      <>
        {isAdmin && <BackupsTold />}
        {isAdmin && <SiteLeft />}
        {!wide && <SwipeTasks />}
      </>
    )
  );
}

interface TasksProps<Row> {
  title: string;
  rows: readonly Row[];
  /** Beside the title. */
  action?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** Tasks of one kind; nothing if there are none. */
function Tasks<Row extends { id: Id }>({ title, rows, action, children }: TasksProps<Row>) {
  const { t, language } = useText();
  const [shown, setShown] = useState(SHOWN);
  const id = useId();
  const more = Math.min(MORE, rows.length - shown);
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
          <span className={styles.count}>{formatNumber(language, rows.length)}</span>
        </h2>
        {action}
      </div>
      <ul className={styles.rows}>
        {rows.slice(0, shown).map((row) => (
          <Fragment key={row.id}>{children(row)}</Fragment>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="quiet" className={styles.more} onClick={() => setShown(shown + more)}>
          {t('today.more', { count: more })}
        </Button>
      )}
    </section>
  );
}

function DueTask({ application, ...reaching }: Reaching & { application: ApplicationRow }) {
  return (
    <ApplicationTask
      application={application}
      {...reaching}
      mark={<FollowUpHint application={application} />}
      actions={
        <>
          <SetButton application={application} word="tomorrow" days={1} />
          <DoneButton application={application} />
        </>
      }
    />
  );
}

function DeadlineTask({
  told: { application, deadline },
  ...reaching
}: Reaching & { told: ToldDeadline }) {
  const { t } = useText();
  const setAside = useSetAside(application);
  const name = applicationDefinition.nameOf(t, application);
  return (
    <ApplicationTask
      application={application}
      {...reaching}
      mark={<DeadlineHint deadline={deadline} />}
      actions={
        <>
          <SetButton application={application} word="tomorrow" days={1} />
          <TaskButton
            icon={archiveIcon}
            label={t('deadlines.setAsideOf', { name })}
            shortcut="D"
            isMain
            onClick={() => setAside(deadline)}
          >
            {t('deadlines.setAside')}
          </TaskButton>
        </>
      }
    />
  );
}

/** A transfer window that opens or closes: it matters for whoever is signed. */
function WindowRow({ day: { kind, country, on, key } }: { day: WindowTask }) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const today = useToday();
  const name = t('deadlines.window', { country: placeIn(country, language) });
  const words = t(`deadlines.${kind}`, { day: dayInWords(on, today) });
  return (
    <TaskRow
      name={name}
      link={{ to: APP_PATHS.dashboard }}
      facts=""
      mark={
        <ListHint icon={clockIcon} urgent={on <= daysAfter(today, 2)} title={words}>
          <time dateTime={on}>{words}</time>
        </ListHint>
      }
      reach={null}
      actions={
        <TaskButton
          icon={archiveIcon}
          label={t('deadlines.setAsideOf', { name })}
          shortcut="D"
          isMain
          onClick={() => {
            setWindowAside(userId, key, true);
            showToast({
              title: t('deadlines.wasSetAside'),
              action: { label: t('sync.undo'), onPress: () => setWindowAside(userId, key, false) },
            });
          }}
        >
          {t('deadlines.setAside')}
        </TaskButton>
      }
    />
  );
}

function SilentTask({ application, ...reaching }: Reaching & { application: ApplicationRow }) {
  return (
    <ApplicationTask
      application={application}
      {...reaching}
      mark={<Age of={application.updatedAt} />}
      actions={
        <>
          <SetButton application={application} word="tomorrow" days={1} />
          <SetButton application={application} word="in2Weeks" days={14} isMain />
        </>
      }
    />
  );
}

interface SetButtonProps {
  application: ApplicationRow;
  word: 'tomorrow' | 'in2Weeks';
  /** From today to the next follow-up. */
  days: number;
  isMain?: boolean;
}

function SetButton({ application, word, days, isMain = false }: SetButtonProps) {
  const { t } = useText();
  const change = useChange();
  const name = applicationDefinition.nameOf(t, application);
  const time = timeOf(application);
  return (
    <TaskButton
      icon={clockIcon}
      label={withTime(t(`today.${word}Of`, { name }), time)}
      shortcut={days === 1 ? 'T' : undefined}
      isMain={isMain}
      onClick={() => {
        const followUpOn = dayIn(days, application);
        void change(followUpSet.make({ followUpOn }, application), { name });
      }}
    >
      {withTime(t(`today.${word}`), time)}
    </TaskButton>
  );
}

/** Ends a follow-up, which the history says, and offers the next day. */
function DoneButton({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const change = useChange();
  const name = applicationDefinition.nameOf(t, application);
  const now = { ...application, followUpOn: null };

  function comeBackTomorrow(): void {
    const followUpOn = dayIn(1, application);
    void change(followUpSet.make({ followUpOn }, now), { name });
  }

  function finish(): void {
    const act = t('today.doneNote');
    const note = { status: application.status, notes: act };
    const changes = [
      followUpSet.make({ followUpOn: null }, application),
      statusChanged.make(note, application),
    ];
    void change(changes, {
      name,
      act,
      more: [
        { label: withTime(t('today.tomorrow'), timeOf(application)), onPress: comeBackTomorrow },
        { label: t('applicationDetail.followUp.date'), onPress: () => openSheet('note', now) },
      ],
    });
  }

  return (
    <TaskButton
      icon={checkIcon}
      label={t('today.doneOf', { name })}
      shortcut="D"
      isMain
      onClick={finish}
    >
      {t('today.done')}
    </TaskButton>
  );
}

/** A day after today, at the time of the follow-up that the application has. */
function dayIn(days: number, application: ApplicationRow): string {
  return joinTime(dayAfter(Date.now(), days), timeOf(application));
}

/** The time of the follow-up that the application has; empty without one. */
function timeOf({ followUpOn }: ApplicationRow): string {
  return timePart(followUpOn ?? '');
}

interface ApplicationTaskProps extends Reaching {
  application: ApplicationRow;
  mark: ReactNode;
  actions: ReactNode;
}

/** Whether an entry tells of no offer, or of what a club has answered. */
function isReason(offer: ReturnType<typeof offerIn>): boolean {
  return !offer || offer.event === 'interested' || offer.event === 'not-now';
}

function ApplicationTask({ application, mark, actions, reached, onReach }: ApplicationTaskProps) {
  const { t } = useText();
  const { id, status, currentClub, position, waiting } = application;
  const name = applicationDefinition.nameOf(t, application);
  const wide = useMedia(WIDE);
  const history = useRecord(id)?.history;
  const { who, ...reachable } = useReachable(application);
  // What the agency itself did with a page is no reason to come back.
  const note = lastNote((history ?? []).filter(({ notes }) => isReason(offerIn(notes))));
  const offer = offerIn(note);
  const told = offer && [t(`offers.events.${offer.event}`, { club: offer.club }), offer.words];
  const reason = told ? factsOf(told) : (note ?? factsOf([currentClub, position]));
  const facts = factsOf([reason, who]);
  return (
    <TaskRow
      name={name}
      link={applicationDefinition.linkTo(id)}
      badge={wide && <StatusBadge status={status} />}
      facts={history && facts}
      mark={
        <>
          {mark}
          <ApproachHint application={application} />
          <WaitingMark waiting={waiting} lane={laneOf('applications', id)} />
        </>
      }
      reach={
        <GuardedReach application={application}>
          <ReachButtons name={who ?? name} {...reachable} onReach={onReach} />
        </GuardedReach>
      }
      actions={actions}
      after={
        reached && (
          <LogReach application={application} how={reached} onClose={() => onReach(null)} />
        )
      }
    />
  );
}

/** A visitor who waits for a reply. */
function ReplyTask({ contact, ...reaching }: Reaching & { contact: ContactRow }) {
  const wide = useMedia(WIDE);
  const { suspect, inquiryType } = contact;
  const { t } = useText();
  return (
    <ContactTask
      contact={contact}
      {...reaching}
      mark={<ReplyClock contact={contact} />}
      facts={[wordText(t, 'inquiryType', inquiryType), excerptOf(contact)]}
      actions={
        suspect ? (
          wide && <DoubtButtons contact={contact} />
        ) : (
          <StateButton contact={contact} state="answered" />
        )
      }
      after={
        suspect &&
        !wide && (
          <div className={classNames(primitives.row2, styles.more)}>
            <DoubtButtons contact={contact} />
          </div>
        )
      }
    />
  );
}

/** A club whose search is near its end. */
function SearchTask({ contact, ...reaching }: Reaching & { contact: ContactRow }) {
  const { currentClub, wantedPosition } = contact;
  return (
    <ContactTask
      contact={contact}
      {...reaching}
      mark={<SearchHint contact={contact} />}
      facts={[wantedPosition, currentClub]}
      actions={<StateButton contact={contact} state="archived" />}
    />
  );
}

/** Ends the task of an inquiry. */
function StateButton({ contact, state }: { contact: ContactRow; state: ContactState }) {
  const { t } = useText();
  const change = useChange();
  return (
    <TaskButton
      icon={checkIcon}
      label={t('today.doneOf', { name: contactDefinition.nameOf(t, contact) })}
      shortcut="D"
      isMain
      onClick={() => void change(contactStateChanged.make({ state }, contact))}
    >
      {t('today.done')}
    </TaskButton>
  );
}

interface ContactTaskProps extends Reaching, Pick<TaskRowProps, 'mark' | 'actions' | 'after'> {
  contact: ContactRow;
  facts: readonly (string | null)[];
}

function ContactTask({ contact, facts, mark, after, reached, onReach, ...task }: ContactTaskProps) {
  const { t } = useText();
  const greeting = useGreeting(contact);
  const { id, email, phone, language, waiting } = contact;
  const name = contactDefinition.nameOf(t, contact);
  return (
    <TaskRow
      name={name}
      link={contactDefinition.linkTo(id)}
      facts={factsOf(facts)}
      mark={
        <>
          {mark}
          <WaitingMark waiting={waiting} lane={laneOf('contacts', id)} />
        </>
      }
      reach={
        <ReachButtons
          name={name}
          email={email}
          phone={phone}
          language={language}
          greeting={greeting}
          onReach={onReach}
        />
      }
      after={
        <>
          {after}
          {reached && contact.state === 'new' && (
            <AskAnswered contact={contact} onClose={() => onReach(null)} />
          )}
        </>
      }
      {...task}
    />
  );
}

function factsOf(facts: readonly (string | null)[]): string {
  return facts.filter(Boolean).join(' · ');
}
