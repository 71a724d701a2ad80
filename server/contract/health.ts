import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

const Up = v.object({ status: v.literal('ok') });

/** 200 while the process serves. */
export const health = endpoint({ method: 'GET', path: '/api/health', access: 'public', reply: Up });

/** 200 while the database answers and is migrated, else 503. */
export const ready = endpoint({ method: 'GET', path: '/api/ready', access: 'public', reply: Up });
