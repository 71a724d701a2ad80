/** The rows of `npm run seed`. All names are made up; ages are in days. */

export interface SampleCampaign {
  name: string;
  utmCampaign: string;
  utmMedium: string;
  defaultLanguage: string;
  active: boolean;
  /** Page loads, most of them in the last days. */
  visits: number;
  age: number;
}

export const CAMPAIGNS: SampleCampaign[] = [
  {
    name: 'Example Cup, poster at the gate',
    utmCampaign: 'example-cup',
    utmMedium: 'qr',
    defaultLanguage: 'es',
    active: true,
    visits: 64,
    age: 40,
  },
  {
    name: 'Sample Trials, flyer',
    utmCampaign: 'sample-trials',
    utmMedium: 'flyer',
    defaultLanguage: 'en',
    active: true,
    visits: 11,
    age: 20,
  },
  {
    name: 'Last year’s fair',
    utmCampaign: 'fair',
    utmMedium: 'qr',
    defaultLanguage: 'de',
    active: false,
    visits: 2,
    age: 300,
  },
];

export interface SampleContact {
  name: string;
  inquiryType: string;
  message: string;
  phone?: string;
  writtenBy?: string;
  playerName?: string;
  under18?: string;
  includeHistory?: boolean;
  currentClub?: string;
  position?: string;
  achievements?: string;
  careerGoals?: string;
  language: string;
  suspect?: boolean;
  /** Arrived by a link of the first campaign. */
  fromCampaign?: boolean;
  /** Was converted into an application a day later. */
  converted?: boolean;
  age: number;
}

export const CONTACTS: SampleContact[] = [
  {
    name: 'Luca Esempio',
    inquiryType: 'player_representation',
    message: 'Centre back, 22, two seasons in the third division. My contract ends in June.',
    writtenBy: 'player',
    under18: 'no',
    includeHistory: true,
    currentClub: 'AC Finzione',
    position: 'Centre back',
    careerGoals: 'Second division within two years',
    language: 'it',
    converted: true,
    age: 12,
  },
  {
    name: 'BEST OFFERS',
    inquiryType: 'other',
    message: 'Buy followers cheap cheap cheap, click here now.',
    language: 'en',
    suspect: true,
    age: 6,
  },
  {
    name: 'Marie Exemple',
    inquiryType: 'career_advice',
    message: 'I would like to know how my son gets to a club abroad after school.',
    writtenBy: 'guardian',
    playerName: 'Jean Exemple',
    under18: 'yes',
    language: 'fr',
    age: 5,
  },
  {
    name: 'Max Mustermann',
    inquiryType: 'club_recruitment',
    message: 'Our club is looking for a goalkeeper for the coming season.',
    writtenBy: 'club',
    phone: '+49 30 0000000',
    language: 'de',
    age: 2,
  },
  {
    name: 'Ana Ejemplo',
    inquiryType: 'player_representation',
    message: 'I am 19, play on the left wing and am looking for my first professional contract.',
    includeHistory: true,
    currentClub: 'CD Inventado',
    position: 'Left winger',
    achievements: '14 goals last season',
    language: 'es',
    fromCampaign: true,
    age: 1,
  },
];

export interface SampleApplication {
  playerName: string;
  phone?: string;
  dateOfBirth?: string;
  agentNotes?: string;
  people?: string;
  links?: string;
  city?: string;
  secondNationality?: string;
  foot?: string;
  heightCm?: number;
  mandateExclusive?: string;
  otherAgent?: string;
  /** Days from today of these days; the seed writes them as days. */
  days?: Partial<
    Record<
      | 'contractUntil'
      | 'mandateFrom'
      | 'mandateUntil'
      | 'mandateReportedOn'
      | 'otherAgentUntil'
      | 'offerConsentOn',
      number
    >
  >;
  position: string;
  age: number;
  /** In order, one per day; a repeated status is a note. */
  changes: { status: string; notes?: string }[];
}

export const APPLICATIONS: SampleApplication[] = [
  {
    playerName: 'Nils Fiktiv',
    position: 'Goalkeeper',
    age: 23,
    changes: [
      { status: 'in_review' },
      { status: 'rejected', notes: 'Goes on with his own agent.' },
    ],
  },
  {
    playerName: 'Joe Placeholder',
    position: 'Striker',
    agentNotes: 'Prefers messages to calls.',
    links:
      'Highlights 2026 https://video.example/joe-placeholder\nTransfermarkt https://profiles.example/joe-placeholder',
    city: 'Exampletown',
    foot: 'right',
    heightCm: 184,
    mandateExclusive: 'yes',
    days: {
      contractUntil: 210,
      mandateFrom: -16,
      mandateUntil: 714,
      mandateReportedOn: -14,
      offerConsentOn: -15,
    },
    age: 19,
    changes: [
      { status: 'in_review' },
      { status: 'contract_offered', notes: 'His father wants to read it first.' },
      { status: 'signed', notes: 'Signed at the training ground.' },
    ],
  },
  {
    playerName: 'Olga Primerova',
    position: 'Left back',
    foot: 'left',
    secondNationality: 'Utopia',
    days: { contractUntil: 390, otherAgentUntil: 45 },
    otherAgent: 'Erika Beispiel, Beispiel Sport',
    dateOfBirth: '2002-11-05',
    age: 15,
    changes: [
      { status: 'in_review' },
      { status: 'interview_scheduled' },
      { status: 'contract_offered', notes: 'Two years, with an option.' },
    ],
  },
  {
    playerName: 'Rui Exemplo',
    position: 'Attacking midfielder',
    dateOfBirth: '2000-06-17',
    city: 'Vila Modelo',
    foot: 'both',
    heightCm: 176,
    mandateExclusive: 'no',
    days: { contractUntil: 60, mandateFrom: -650, mandateUntil: 80 },
    age: 13,
    changes: [{ status: 'signed', notes: 'The club wants to keep him.' }],
  },
  {
    playerName: 'Piet Voorbeeld',
    position: 'Midfielder',
    phone: '+31 20 0000000',
    age: 11,
    changes: [
      { status: 'in_review' },
      { status: 'interview_scheduled', notes: 'Thursday, 18:00, by phone.' },
      { status: 'interview_scheduled', notes: 'Moved to Friday: he has a match.' },
    ],
  },
  {
    playerName: 'Tina Testerin',
    position: 'Right winger',
    dateOfBirth: '2004-02-29',
    people: 'Erna Testerin; mother; +49 1573 9990001; erna@example.com; de; Works at night',
    age: 7,
    changes: [{ status: 'in_review', notes: 'Asked her club for video.' }],
  },
  { playerName: 'Sam Sample', position: 'Centre back', age: 3, changes: [] },
];
