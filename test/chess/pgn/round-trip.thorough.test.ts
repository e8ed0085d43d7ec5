import { roundTrips } from './round-trips.ts';

roundTrips(1);
