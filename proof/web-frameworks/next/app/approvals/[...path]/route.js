import { toFetch } from '@org/approval-http/fetch';
import { host } from '../../../host.js';

const answer = async (request) => toFetch((await host()).handler)(request);
export { answer as GET, answer as POST };
