import * as v from 'valibot';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import { type Field, namesOf } from '#contract/fields/field-table.ts';
import { peopleOf, textOfPeople } from '#contract/fields/player-people.ts';
import { FEET, isOneOf, RELATIONS, STATUSES, YES_NO } from '#contract/fields/vocabulary.ts';
import { readDraftValue, writeDraftValue } from '#pwa/lib/storage/drafts.ts';

/** What a column can say: a field of the form, the status, or the day to come back to the player. */
export type ImportField = ApplicationFieldName | 'status' | 'followUpOn';

const CHOICES = [...FEET, ...YES_NO] as const;

/** The field of each column, in the order of the columns; null for a column that is left out. */
export type Mapping = readonly (ImportField | null)[];

export const FIELDS: readonly ImportField[] = [
  ...namesOf(APPLICATION_FIELDS),
  'status',
  'followUpOn',
];

/** Whether a field holds a day. */
export function isDay(field: ImportField | null): boolean {
  return field === 'followUpOn' || typeOf(field) === 'date';
}

function typeOf(field: ImportField | null): Field['type'] {
  return isOneOf(namesOf(APPLICATION_FIELDS), field)
    ? (APPLICATION_FIELDS[field] as Field).type
    : undefined;
}

/** Whether a field may have several lines. */
export function isMultiline(field: ImportField): boolean {
  return isOneOf(namesOf(APPLICATION_FIELDS), field) && 'multiline' in APPLICATION_FIELDS[field];
}

// biome-ignore format: a list of words is one line
const GIVEN = 'first firstname givenname forename middlename vorname vornamen weiterevornamen prenom prenoms'.split(' ');
// biome-ignore format: as above
const FAMILY = 'last lastname surname familyname nachname familienname zuname apellido apellidos primerapellido segundoapellido apellido1 apellido2 apellidopaterno apellidomaterno cognome nomdefamille'.split(' ');
/** Words of headings in English, German, Spanish, French and Italian, without accents and blanks. */
// biome-ignore format: one line per field
const WORDS: Record<ImportField, string> = {
  playerName: `${GIVEN.join(' ')} ${FAMILY.join(' ')} name player playername fullname spieler spielername nombre jugador nombrecompleto nom joueur nomdujoueur nomcomplet nome giocatore nomecompleto nomedelgiocatore nombredeljugador nomeecognome nombreyapellidos nometprenom namedesspielers athlete namevorname nachnamevorname nomprenom cognomenome apellidosynombre apellidosnombre cognomeenome nominativo`,
  email: 'email mail emailaddress mailadresse emailadresse correo correoelectronico courriel adressemail postaelettronica indirizzoemail mel email1 email1value correoe adresseemail adressemel indirizzomail',
  phone: 'phone phonenumber mobile cell tel telephone whatsapp telefon telefonnummer handy mobil handynummer rufnummer telefono movil celular portable cellulare numeroditelefono numerodetelefono numerodetelephone cellphone mobilephone homephone telportable mobiltelefon telephoneportable phone1value phone2value telefonomovil mobilenumber cellnumber contactnumber handynr telefonnr telnr tfno telf tlf tlfno ntel ndetel notel nodetel',
  nationality: 'nationality country citizenship nationalitat staatsangehorigkeit land nacionalidad pais nationalite pays nazionalita cittadinanza paese nat nazione',
  dateOfBirth: 'dateofbirth birthdate birthday dob born geburtsdatum geburtstag geboren fechadenacimiento nacimiento datedenaissance naissance neele datadinascita nascita geb gebdat gebdatum fnacimiento fechanac fechadenac fdenacimiento nele dateofbirthage datanascita gebam fnac',
  people: 'people persons family bezugspersonen familie eltern personas entorno familia padres entourage famille parents personediriferimento famiglia genitori',
  city: 'city town residence placeofresidence wohnort stadt ort ciudad localidad poblacion ville localite residenza citta comune',
  secondNationality: 'secondnationality nationality2 secondcitizenship secondpassport zweitenationalitat nationalitat2 zweitestaatsangehorigkeit segundanacionalidad nacionalidad2 deuxiemenationalite secondenationalite nationalite2 secondanazionalita nazionalita2 secondacittadinanza',
  foot: 'foot preferredfoot strongfoot strongerfoot starkerfuß starkerfuss fuß fuss pie piedominante piehabil pierna piernadominante piernahabil pied piedfort piedprefere piede piedepreferito piedeforte',
  heightCm: 'height heightcm größe größecm körpergröße grosse altura alturacm estatura talla taille taillecm altezza altezzacm statura',
  contractUntil: 'contractuntil contractwiththeclubuntil contractend contractexpires contractexpiry endofcontract clubcontractuntil vertragbis vertragmitdemvereinbis vertragsende vertraglauftbis contratohasta contratoconelclubhasta findecontrato findelcontrato contratjusquau contratavecleclubjusquau finducontrat findecontrat contrattofinoal contrattoconilclubfinoal scadenzacontratto finedelcontratto',
  mandateFrom: 'mandatefrom mandatestart representationfrom mandatab mandatvon mandatsbeginn vertretungab mandatodesde iniciodelmandato mandatapartirdu debutdumandat mandatodal iniziomandato',
  mandateUntil: 'mandateuntil mandateend mandateexpires endofmandate representationuntil mandatbis mandatsende vertretungbis mandatohasta findelmandato mandatjusquau findumandat mandatofinoal scadenzamandato finedelmandato',
  mandateExclusive: 'exclusivemandate mandateexclusive exclusive exklusivesmandat exklusiv mandatoenexclusiva mandatoexclusivo exclusivo exclusiva mandatexclusif exclusif mandatoinesclusiva mandatoesclusivo esclusiva',
  mandateReportedOn: 'reportedtofifaorthefederationon mandatereportedon mandatereported reportedon anfifaoderverbandgemeldetam mandatgemeldetam gemeldetam comunicadoalafifaoalafederacionel mandatocomunicadoel declarealafifaoualafederationle mandatdeclarele comunicatoafifaofederazioneil mandatocomunicatoil',
  otherAgent: 'otheragent currentagent andererberater bisherigerberater otroagente autreagent altroagente',
  otherAgentUntil: 'otheragentuntil andererberaterbis otroagentehasta autreagentjusquau altroagentefinoal',
  offerConsentOn: 'offerconsent maybeofferedsince darfangebotenwerdenseit sepuedeofrecerdesde peutetreproposedepuisle sipuoproporredal',
  currentClub: 'club currentclub team verein aktuellerverein mannschaft clubactual equipo clubactuel equipe squadra clubattuale societa currentteam clubteam',
  position: 'position role posicion demarcacion poste ruolo posizione pos',
  links: 'links link video videos website web url homepage profile profil transfermarkt instagram youtube tiktok facebook linkedin x twitter soccerwiki wyscout hudl enlace enlaces perfil lien liens profilo sito',
  agentNotes: 'notes note agentnotes comment comments remarks notiz notizen internenotizen bemerkung bemerkungen kommentar notas notasinternas comentarios observaciones commentaire commentaires remarques notesinternes noteinterne commenti osservazioni',
  status: 'status estado statut stato applicationstatus bewerbungsstatus',
  followUpOn: 'followup nextcontact wiedervorlage seguimiento relance promemoria',
};

/** The words of each status in the same languages, as the lists and files of the office have them. */
// biome-ignore format: one line per status
const STATUS_WORDS: Record<(typeof STATUSES)[number], string> = {
  pending: 'pending offen pendiente enattente attente inattesa attesa',
  in_review: 'inreview review inprufung prufung enrevision revision aletude etude invalutazione valutazione',
  interview_scheduled: 'interviewscheduled interview gesprachvereinbart gesprach entrevistafijada entrevista entretienprevu entretien colloquiofissato colloquio',
  contract_offered: 'contractoffered contract vertragangeboten vertrag contratoofrecido contrato contratpropose contrat contrattoofferto contratto',
  signed: 'signed unterschrieben firmado signe firmato',
  rejected: 'rejected abgelehnt rechazado refuse respinto',
};

/** The status that a cell names, by its key or in any language; null for none. */
export function statusIn(cell: string): (typeof STATUSES)[number] | null {
  return STATUSES.find((status) => STATUS_WORDS[status].split(' ').includes(wordOf(cell))) ?? null;
}

/** The words of each choice in the same languages. */
// biome-ignore format: one line per word
const CHOICE_WORDS: Record<(typeof CHOICES)[number], string> = {
  left: 'left l linksfuss linksfussig links izquierdo izquierda zurdo zurda gauche gaucher sinistro sinistra mancino',
  right: 'right r rechtsfuss rechtsfussig rechts derecho derecha diestro diestra droit droite droitier destro destra',
  both: 'both beide beidfussig ambos ambas ambidiestro lesdeux ambidextre entrambi ambidestro either twofooted',
  yes: 'yes y ja j si oui o true x 1',
  no: 'no n nein non false 0',
};

/** The choice of a field that a cell names, by its key or in any language; null for another text. */
export function choiceIn(field: ImportField, cell: string): string | null {
  if (typeOf(field) !== 'choice') return null;
  const { choices = [] }: Field = APPLICATION_FIELDS[field as ApplicationFieldName];
  const word = wordOf(cell);
  return (
    CHOICES.find(
      (choice) => choices.includes(choice) && CHOICE_WORDS[choice].split(' ').includes(word),
    ) ?? null
  );
}

/** The words of each relation in the same languages. */
// biome-ignore format: one line per word
const RELATION_WORDS: Record<(typeof RELATIONS)[number], string> = {
  mother: 'mother mum mom mutter mama madre mere',
  father: 'father dad vater papa padre pere',
  guardian: 'guardian sorgeberechtigt sorgeberechtigte sorgeberechtigter vormund tutor tutora representantlegal tutore',
  family: 'family familie familia famille famiglia',
  coach: 'coach trainer trainerin entrenador entrenadora entraineur allenatore allenatrice',
  other: 'other sonstige otrarelacion autre altro',
};

/** The people of a cell, with the relations that it names by their key or in any language; other words stay. */
export function peopleIn(cell: string): string {
  const relationIn = (word: string) =>
    RELATIONS.find((relation) => RELATION_WORDS[relation].split(' ').includes(wordOf(word)));
  return textOfPeople(
    peopleOf(cell).map((one) => ({ ...one, relation: relationIn(one.relation) ?? one.relation })),
  );
}

const FIELD_OF = new Map(
  FIELDS.flatMap((name) =>
    [name, ...WORDS[name].split(' ')].map((word) => [wordOf(word), name] as const),
  ),
);

/** The fields that the headings name. */
export function guessed(headings: readonly string[]): Mapping {
  return headings.map((heading) => FIELD_OF.get(wordOf(heading)) ?? plainFieldOf(heading));
}

/**
 * The field of a heading like `Phone (home)`, `E-mail 2` or `Telefon mobil`. No name: `Name (father)` is another person.
 */
function plainFieldOf(heading: string): ImportField | null {
  const plain = heading.replace(/[\d\s]*(?:\(.*)?$/, '');
  const words = plain.split(/[^\p{L}\p{M}\p{N}]+/u).map(wordOf);
  const without = (left: readonly string[]) =>
    FIELD_OF.get(words.filter((word) => !left.includes(word)).join(''));
  const field = without([]) ?? without(KINDS) ?? without([...KINDS, ...MOBILE]);
  return field && field !== 'playerName' ? field : null;
}

/** Words that tell one number or address from another. */
// biome-ignore format: a list of words is one line
const KINDS = 'home work private personal business office main privat privates geschaftlich dienstlich beruflich arbeit haupt festnetz prive privee perso personnel personnelle domicile bureau fixe travail particular trabajo casa fijo privado principal privata privato personale lavoro ufficio fisso principale'.split(' ');
const MOBILE = 'mobil mobile movil cell cellulare portable'.split(' ');

/** The part of a name that a column has: in German files "Name" beside "Vorname" is the family name. */
export type NamePart = 'given' | 'family' | 'name';

/** The part of the name that a heading says. */
export function namePartOf(heading: string): NamePart {
  const word = wordOf(heading);
  if (GIVEN.includes(word)) return 'given';
  return FAMILY.includes(word) ? 'family' : 'name';
}

/** True for a heading that says no more than that there are links: no title for them. */
export function isPlainLinks(heading: string): boolean {
  return PLAIN_LINKS.includes(wordOf(heading));
}

const PLAIN_LINKS = ['links', 'link', 'url', 'web', 'enlace', 'enlaces', 'lien', 'liens'];

function wordOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const Remembered = v.record(v.string(), v.nullable(v.picklist(FIELDS)));
const DRAFT = 'import-columns';

/** The earlier choice for columns with the same headings; for others the field that they name. */
export function mappingFor(userId: number, headings: readonly string[]): Mapping {
  const known = remembered(userId);
  const guesses = guessed(headings);
  return headings.map((heading, at) => {
    const chosen = known[wordOf(heading)];
    return chosen === undefined ? (guesses[at] ?? null) : chosen;
  });
}

/** Remembers the choices on this device; headings are no personal data. */
export function rememberMapping(
  userId: number,
  headings: readonly string[],
  mapping: Mapping,
): void {
  const chosen = headings.map((heading, at) => [wordOf(heading), mapping[at] ?? null]);
  writeDraftValue(userId, DRAFT, { ...remembered(userId), ...Object.fromEntries(chosen) });
}

function remembered(userId: number): v.InferOutput<typeof Remembered> {
  const stored = v.safeParse(Remembered, readDraftValue(userId, DRAFT));
  return stored.success ? stored.output : {};
}
