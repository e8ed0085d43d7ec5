import { floods } from './floods.ts';

floods(100_000);
