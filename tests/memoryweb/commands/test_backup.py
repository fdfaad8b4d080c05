from pathlib import Path

from tests.house import House


def test_the_copy_is_a_whole_house(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    house.manage("demo")
    done = house.manage("backup", "--folder", str(tmp_path / "copies"))
    assert done.returncode == 0, done.stderr
    copy = Path(done.stdout.strip())
    assert copy.parent == tmp_path / "copies"
    assert copy.stat().st_mode & 0o777 == 0o600

    other = House(tmp_path / "other")
    other.folder.mkdir()
    copy.rename(other.folder / "memoryweb.sqlite3")
    again = other.manage("demo")
    assert " 0 messages new" in again.stdout
    assert not list((tmp_path / "copies").iterdir())


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    house.manage("prepare")
    done = house.manage("backup", "--folder", "/dev/null/copies")
    assert done.returncode == 1
    assert "No backup was made" in done.stderr
    assert done.stderr.count("\n") == 1
