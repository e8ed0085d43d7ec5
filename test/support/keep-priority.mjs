// Loaded into every process of the tests. Kibitz makes its engines nice, and where others keep the machine busy what is
// nice does not get its turn in time: tests would fail that have nothing to do with it.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

os.setPriority = () => undefined;
syncBuiltinESMExports();
