import {
  DEVICE_TIME,
  DEVICE_ZONE,
  IDEMPOTENCY_KEY,
  MADE_AT,
  SENT_AGAIN,
  SENT_FOR,
  SENT_TO,
  UNSENT,
} from '#contract/endpoint.ts';
import type { Parameter } from './open-api.ts';

/** The headers of the contract, by their names among the components. */
export const HEADERS = {
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: false,
    description: 'Applies the call once. A UUIDv7 also says when the change was made.',
    schema: { type: 'string', format: 'uuid' },
  },
  DeviceTime: {
    name: DEVICE_TIME,
    in: 'header',
    required: false,
    description:
      'Clock of the device when it sends, in ms since 1970; corrects the time of the key.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  DeviceZone: {
    name: DEVICE_ZONE,
    in: 'header',
    required: false,
    description:
      'Minutes by which the clock of the device is ahead of UTC; tells the day and the hour of a visit.',
    schema: { type: 'string', pattern: '^-?\\d{1,3}$' },
  },
  MadeAt: {
    name: MADE_AT,
    in: 'header',
    required: false,
    description:
      'When the change was made, in ms since 1970 by the clock of the server as the device knew it then; counts before the time of the key.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  SentAgain: {
    name: SENT_AGAIN,
    in: 'header',
    required: false,
    description:
      'On a change that another database had accepted and a restored backup lacks; what was decided later stands.',
    schema: { type: 'string', enum: ['1'] },
  },
  SentFor: {
    name: SENT_FOR,
    in: 'header',
    required: false,
    description: 'Id of the user who made the change; another signed-in user is refused.',
    schema: { type: 'string' },
  },
  SentTo: {
    name: SENT_TO,
    in: 'header',
    required: false,
    description:
      'Epoch of the database that has the earlier changes of this device, encoded as encodeURIComponent does. A database restored from a backup refuses another epoch.',
    schema: { type: 'string' },
  },
  Unsent: {
    name: UNSENT,
    in: 'header',
    required: false,
    description:
      'With Sent-For: how many changes of this user are on the device and not sent yet, those of this request included.',
    schema: { type: 'string', pattern: '^\\d{1,6}$' },
  },
} as const satisfies Record<string, Parameter>;
