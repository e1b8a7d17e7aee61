// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// The state of the process that a rule can see besides its values.
enum Surroundings {
    /// Changes the environment, the locale, the time zone and the directory, and lets time pass.
    ///
    /// The process is the check's own, so nothing is put back.
    static func change(isQuick: Bool) {
        for (name, value) in [
            ("TZ", "Pacific/Kiritimati"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "C.UTF-8"),
            ("HOME", "/"), ("USER", "games"), ("PATH", "/nowhere"),
        ] { setenv(name, value, 1) }
        tzset()
        setlocale(LC_ALL, "")
        chdir("/")
        usleep(isQuick ? 1000 : 1_100_000)
    }
}
