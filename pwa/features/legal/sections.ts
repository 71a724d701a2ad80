import type { LegalPage } from '#contract/paths/public-pages.ts';
import type { TextKey } from '#pwa/i18n/text-key.ts';

/** The text keys of a legal text: headings, paragraphs and lists in order. */
export interface LegalDocument {
  title: TextKey;
  intro: TextKey;
  sections: readonly {
    id: string;
    title: TextKey;
    paragraphs: readonly TextKey[];
    /** A list under the paragraphs. */
    items?: readonly TextKey[];
    /** True if it says who runs the site. */
    hasIdentity?: boolean;
  }[];
}

/** The text of a legal page. */
export function legalDocument(page: LegalPage): LegalDocument {
  return DOCUMENTS[page];
}

/** The information that the GDPR asks for where data is collected (Articles 13 and 14). */
const PRIVACY: LegalDocument = {
  title: 'privacy.title',
  intro: 'privacy.intro',
  sections: [
    {
      id: 'controller',
      title: 'privacy.controller.title',
      paragraphs: ['privacy.controller.text'],
      hasIdentity: true,
    },
    {
      id: 'purposes',
      title: 'privacy.purposes.title',
      paragraphs: [
        'privacy.purposes.inquiry',
        'privacy.purposes.representation',
        'privacy.purposes.campaign',
        'privacy.purposes.technical',
        'privacy.purposes.account',
      ],
    },
    {
      id: 'basis',
      title: 'privacy.basis.title',
      paragraphs: ['privacy.basis.inquiry', 'privacy.basis.technical', 'privacy.basis.minors'],
    },
    {
      id: 'storage',
      title: 'privacy.storage.title',
      paragraphs: [
        'privacy.storage.inquiry',
        'privacy.storage.technical',
        'privacy.storage.campaign',
        'privacy.storage.log',
      ],
    },
    {
      id: 'recipients',
      title: 'privacy.recipients.title',
      paragraphs: [
        'privacy.recipients.text',
        'privacy.recipients.offers',
        'privacy.recipients.outside',
        'privacy.recipients.whatsapp',
        'privacy.recipients.push',
      ],
    },
    {
      id: 'device',
      title: 'privacy.device.title',
      paragraphs: ['privacy.device.intro'],
      items: [
        'privacy.device.language',
        'privacy.device.campaign',
        'privacy.device.opened',
        'privacy.device.offer',
        'privacy.device.draft',
        'privacy.device.waiting',
        'privacy.device.receipt',
        'privacy.device.offline',
        'privacy.device.session',
      ],
    },
    {
      id: 'rights',
      title: 'privacy.rights.title',
      paragraphs: ['privacy.rights.text', 'privacy.rights.authority'],
    },
    { id: 'duty', title: 'privacy.duty.title', paragraphs: ['privacy.duty.text'] },
  ],
};

/** The terms of use. */
const TERMS: LegalDocument = {
  title: 'terms.title',
  intro: 'terms.intro',
  sections: (
    ['provider', 'use', 'inquiry', 'content', 'rights', 'liability', 'law', 'changes'] as const
  ).map((id) => ({
    id,
    title: `terms.${id}.title`,
    paragraphs: [`terms.${id}.text`],
    hasIdentity: id === 'provider',
  })),
};

/** Who runs the site (Article 5 of Directive 2000/31/EC, and its laws in the member states). */
const IMPRINT: LegalDocument = {
  title: 'imprint.title',
  intro: 'imprint.intro',
  sections: (['provider', 'content', 'hosting', 'more'] as const).map((id) => ({
    id,
    title: `imprint.${id}.title`,
    paragraphs: [`imprint.${id}.text`],
    hasIdentity: id === 'provider',
  })),
};

const DOCUMENTS = {
  privacy: PRIVACY,
  terms: TERMS,
  imprint: IMPRINT,
} satisfies Record<LegalPage, LegalDocument>;
