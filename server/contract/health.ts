import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

const Up = v.object({ status: v.literal('ok') });

/** 200 while the process serves. */
export const health = endpoint('GET', '/api/health', { access: 'public', reply: Up });
