import { INQUIRY_FORM_PATH, INQUIRY_SENT_PATH } from '#contract/inquiry.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { CALENDAR_PATH } from '#contract/paths/calendar-path.ts';
import { OFFER_PATH } from '#contract/paths/offer-path.ts';
import { ACCESS } from './describe-operation.ts';
import {
  type Content,
  type OpenApiOperation,
  type Parameter,
  PROBLEM_CONTENT,
} from './open-api.ts';

const PAGE: Content = { 'text/html': { schema: { type: 'string' } } };

const TOKEN: Parameter = { name: 'token', in: 'path', required: true, schema: { type: 'string' } };
const OFFER_ADDRESS = OFFER_PATH.replace(':token', '{token}');

/** Addresses that a browser opens or listens to; they are no endpoints of the contract. */
export const NAVIGATIONS: Record<string, OpenApiOperation> = {
  '/api/login': {
    operationId: 'openLogin',
    tags: ['auth'],
    summary: 'Open the sign-in page',
    description: 'Redirects to `/auth`, or to `/` when somebody is signed in.',
    security: [],
    responses: { 302: { description: 'To `/auth` or `/`.' } },
  },
  '/api/logout': {
    operationId: 'logout',
    tags: ['auth'],
    summary: 'Sign out',
    description:
      'Ends the session and redirects to `/`. A link on another site gets a page that asks first. A picture or another part of a page with this address does nothing.',
    security: [],
    responses: {
      200: {
        description: 'The question.',
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      302: { description: 'To `/`.' },
      403: {
        description: 'forbidden: the address was prefetched, or is part of a page.',
        content: PROBLEM_CONTENT,
      },
    },
  },
  [CALENDAR_PATH.replace(':token', '{token}')]: {
    operationId: 'readCalendarFile',
    tags: ['calendar'],
    summary: 'Read a calendar',
    description:
      'All follow-ups as iCalendar (RFC 5545), for the calendar program that was given this private address. It changes when a follow-up does: `ETag` and `If-None-Match`.',
    security: [],
    parameters: [TOKEN],
    responses: {
      200: {
        description: 'The calendar.',
        content: { 'text/calendar': { schema: { type: 'string' } } },
      },
      304: { description: 'It has not changed.' },
      404: {
        description: 'not-found: a newer address has replaced this one, or it was turned off.',
        content: PROBLEM_CONTENT,
      },
      429: { description: 'too-many-requests', content: PROBLEM_CONTENT },
    },
  },
  [INQUIRY_SENT_PATH]: {
    operationId: 'readThanks',
    tags: ['inquiry'],
    summary: 'Read the thanks for an inquiry',
    description: 'The page after a form that was posted without JavaScript.',
    security: [],
    parameters: [{ name: 'lang', in: 'query', required: false, schema: { type: 'string' } }],
    responses: { 200: { description: 'The page.', content: PAGE } },
  },
  [OFFER_ADDRESS]: {
    operationId: 'readOfferPage',
    tags: ['offer'],
    summary: "Read a player's page",
    description:
      "A player's page for one club. An opening by a person counts. It needs no JavaScript, and no search engine lists it.",
    security: [],
    parameters: [TOKEN, { name: 'lang', in: 'query', required: false, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The page.', content: PAGE },
      404: { description: 'The page is not here yet.', content: PAGE },
      410: { description: 'The page has ended.', content: PAGE },
      429: { description: 'too-many-requests', content: PROBLEM_CONTENT },
    },
  },
  [LIVE_PATH]: {
    operationId: 'listen',
    tags: ['live'],
    summary: 'Listen to changes',
    description: `Server-sent events: one at once, and one after every change. The \`data\` is a \`LiveEvent\` as JSON.\n\n${ACCESS.dashboard}`,
    security: [{ session: [] }],
    responses: {
      200: {
        description: 'The stream.',
        content: {
          'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
        },
      },
      401: { description: 'signed-out', content: PROBLEM_CONTENT },
      403: { description: 'forbidden', content: PROBLEM_CONTENT },
    },
  },
};

/** Addresses that a browser posts a form to. */
export const FORMS: Record<string, OpenApiOperation> = {
  [INQUIRY_FORM_PATH]: {
    operationId: 'postInquiryForm',
    tags: ['inquiry'],
    summary: 'Post the inquiry form',
    description:
      'What `POST /api/contact` does, for browsers without JavaScript: the same checks and limits. The same form is one inquiry, however often it is posted. The answers are pages.',
    security: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
    },
    responses: {
      303: { description: 'To the thanks.' },
      400: { description: 'invalid-input: the form as typed, with its errors.', content: PAGE },
      403: { description: 'cross-site', content: PROBLEM_CONTENT },
      413: { description: 'body-too-large', content: PROBLEM_CONTENT },
      429: { description: 'too-many-requests', content: PROBLEM_CONTENT },
    },
  },
  [OFFER_ADDRESS]: {
    operationId: 'postAnswer',
    tags: ['offer'],
    summary: "Answer on a player's page",
    description:
      'What `POST /api/offers/answer` does, by the form of the page: the same checks and limits. The answers are pages.',
    security: [],
    parameters: [TOKEN],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
    },
    responses: {
      303: { description: 'To the page.' },
      400: { description: 'invalid-input', content: PAGE },
      403: { description: 'cross-site', content: PROBLEM_CONTENT },
      404: { description: 'The page is not here.', content: PAGE },
      410: { description: 'The page has ended.', content: PAGE },
      413: { description: 'body-too-large', content: PROBLEM_CONTENT },
      429: { description: 'too-many-requests', content: PAGE },
    },
  },
};
