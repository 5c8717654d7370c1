package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.machine.Canary.Look;
import storemark.machine.MachineLoad;

/** Which turns count as disturbed, on a machine whose canaries vary by 1%, and that of the disk by 10%. */
class DisturbanceTest {
    private final Disturbance machine = new Disturbance();

    private static Look look(double compute, double memory, double disk) {
        return new Look(1.6 * compute, 200 * memory, 40_000 * disk);
    }

    @BeforeEach
    void usual() {
        Random random = new Random(1);
        for (int look = 0; look < 200; look++) {
            machine.add(look(
                    1 + 0.01 * random.nextGaussian(),
                    1 + 0.01 * random.nextGaussian(),
                    1 + 0.1 * random.nextGaussian()));
        }
    }

    /**
     * Canaries after the turn as multiples of what is usual; shares of others', the kernel's and stolen time, milliseconds of standstill; by how much
     * the comparison was slower than the run, and whether the disk was waited for.
     */
    @ParameterizedTest
    @CsvSource({
        "1,    1,   1,   0,    0,   0,    0,   1,    true,  false",
        "1.1,  1.1, 1.4, 0.04, 0.2, 0.04, 400, 1,    true,  false",
        "1.25, 1,   1,   0,    0,   0,    0,   1,    true,  true",
        "1,    1.3, 1,   0,    0,   0,    0,   1,    true,  true",
        "1,    1,   2,   0,    0,   0,    0,   1,    true,  true",
        "1,    1,   2,   0,    0,   0,    0,   1,    false, false",
        "1,    1,   1,   0.06, 0,   0,    0,   1,    true,  true",
        "1,    1,   1,   0,    0.3, 0,    0,   1,    true,  true",
        "1,    1,   1,   0,    0,   0.06, 0,   1,    true,  true",
        "1,    1,   1,   0,    0,   0,    600, 1,    true,  true",
        "1.6,  1.6, 2,   0,    0,   0,    0,   1.6,  true,  false",
        "2.1,  1.6, 1.6, 0,    0,   0,    0,   1.6,  true,  true",
    })
    void isFarFromUsual(
            double compute,
            double memory,
            double disk,
            double others,
            double kernel,
            double steal,
            long paused,
            double slower,
            boolean waitsForDisk,
            boolean disturbed) {
        MachineLoad.Shares load = new MachineLoad.Shares(others, kernel, steal, 0, 0, 0, 0, -1);
        Look after = look(compute, memory, disk);
        machine.add(after);
        Look usual = look(slower, slower, slower);
        Turn turn = new Turn(1, 0, 1, look(1, 1, 1), after, load, paused * 1_000_000);
        Turn beside = new Turn(2, 0, 1, usual, usual, load, 0);
        assertEquals(disturbed, machine.disturbed(turn, List.of(turn, beside, beside), waitsForDisk), turn::toString);
    }

    /** Another guest of the host works in phases of 0.1 s. */
    @Test
    void whatIsOftenSlowIsUsual() {
        Look slow = look(1.5, 1, 1);
        for (int look = 0; look < 40; look++) {
            machine.add(slow);
        }
        MachineLoad.Shares load = new MachineLoad.Shares(0, 0, 0, 0, 0, 0, 0, -1);
        Turn turn = new Turn(1, 0, 1, look(1, 1, 1), slow, load, 0);
        Turn beside = new Turn(2, 0, 1, look(1, 1, 1), look(1, 1, 1), load, 0);
        assertFalse(machine.disturbed(turn, List.of(turn, beside, beside), true));
    }

    @Test
    void theRunIsUsualForACellWithoutOthers() {
        Look after = look(1.25, 1, 1);
        Turn turn = new Turn(1, 0, 1, after, after, new MachineLoad.Shares(0, 0, 0, 0, 0, 0, 0, -1), 0);
        assertTrue(machine.disturbed(turn, List.of(), true));
    }
}
